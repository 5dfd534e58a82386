import { Button } from '@mantine/core'
import { diff } from '@quatrain/contract/compare/compare.ts'
import type { Data } from '@quatrain/contract/compare/field.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { usePrefetchQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { resourceQueries, type View } from '#kit/api/queries.ts'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { LongText } from '#kit/page/LongText.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { HistoryHead } from '#kit/page/ObjectHead.tsx'
import { type ResourcePaths, usePathParameters } from '#lib/resource-paths.ts'
import { Icon } from '#ui/Icon.tsx'
import { PageFrame, PageHead } from '#ui/PageFrame.tsx'
import classes from './ResourceComparePage.module.css'
import { calledIn, storedAs, type Version, WithVersion } from './WithVersion.tsx'

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
  readonly view?: View | undefined
  /** Whether old versions can be restored at all. */
  readonly isRestorable?: boolean | undefined
}

const title = 'Compare'

/** The differences between two versions (`:newer`, `:older`) of one object. */
export function ResourceComparePage({ resource, paths, view = 'member', isRestorable = view === 'member' }: Props) {
  const { name = '', newer = '', older = '' } = usePathParameters()
  usePrefetchQuery(resourceQueries(resource).version(name, older, view))
  const shared = { resource, paths, view, fromDocument: documentsOf(resource), title }
  return (
    <WithVersion {...shared} version={newer}>
      {(after, now) => (
        <WithVersion {...shared} version={older}>
          {(before, then) => (
            <Comparison
              resource={resource}
              paths={paths}
              view={view}
              isRestorable={isRestorable}
              name={name}
              after={after}
              now={now}
              before={before}
              then={then}
            />
          )}
        </WithVersion>
      )}
    </WithVersion>
  )
}

const documentsOf = (resource: Resource) => (document: unknown) => storedDocument(resource, document)

interface ComparisonProps extends Props {
  readonly isRestorable: boolean
  readonly name: string
  readonly after: Version
  readonly now: Data
  readonly before: Version
  readonly then: Data
}

function Comparison({ resource, paths, view, isRestorable, name, after, now, before, then }: ComparisonProps) {
  const may = useMay()
  const sideOf = (version: Version, document: Data) => {
    const { newest } = version
    const isOld = version.id !== newest.id && !newest.deletion
    const restore = `${paths.details(storedAs(newest, name, resource))}?${new URLSearchParams({ restore: version.version })}`
    return {
      version,
      to: paths.version(name, version.version),
      restore: isRestorable && isOld && may('change', resource, document) ? restore : undefined,
    }
  }
  const stored = storedAs(after.newest, name, resource)
  return (
    <PageHead value={<HistoryHead resource={resource} paths={paths} name={stored} newest={after.newest} view={view} />}>
      <PageFrame
        title={title}
        object={calledIn(after.newest, name, resource)}
        after="versions"
        actions={
          <Button
            component={Link}
            to={paths.compare(name, before.version, after.version)}
            variant="default"
            leftSection={<Icon name="swap" size={16} />}
          >
            Swap
          </Button>
        }
      >
        <div className={classes.sides}>
          <Side title="From" {...sideOf(before, then)} />
          <Side title="To" {...sideOf(after, now)} />
        </div>
        <div className={classes.panel}>
          <DifferenceView
            level={2}
            fields={resource.compared}
            changes={diff(resource.compared, then, now)}
            emptyText={`No differences between these versions of the ${resource.label.one}.`}
          />
        </div>
      </PageFrame>
    </PageHead>
  )
}

interface SideProps {
  readonly title: string
  readonly to: string
  readonly version: Version
  /** The address of the form with this version, if the user may restore it. */
  readonly restore: string | undefined
}

const Side = ({ title, to, version, restore }: SideProps) => (
  <div className={classes.side}>
    <span className={classes.label}>{title}</span>
    <Link to={to}>Version {version.version}</Link>
    <span>
      <Moment iso={version.date_created} />
      {version.user && ` · ${version.user}`}
    </span>
    {version.comment !== undefined && (
      <div className={classes.comment}>
        <LongText text={version.comment} />
      </div>
    )}
    {restore !== undefined && (
      <Button
        component={Link}
        to={restore}
        size="compact-sm"
        variant="default"
        className={classes.restore}
        aria-label={`Restore version ${version.version}`}
      >
        Restore
      </Button>
    )}
  </div>
)
