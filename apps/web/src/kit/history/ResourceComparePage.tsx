import { Button } from '@mantine/core'
import { usePrefetchQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { differences } from '#kit/compare/parts.ts'
import { LongText } from '#kit/page/LongText.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import type { ComparedDefinition } from '#kit/write/form-definition.ts'
import { Icon } from '#ui/Icon.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './ResourceComparePage.module.css'
import { calledIn, type PublicVersion, type Version } from './versions.ts'
import { WithPublicVersion, WithVersion } from './WithVersion.tsx'

interface Props<Values> {
  readonly definition: ComparedDefinition<Values>
}

const title = 'Compare'

/** What differs between two versions of one object. */
export function ResourceComparePage<Values>({ definition }: Props<Values>) {
  const { name = '', newer = '', older = '' } = useParams()
  usePrefetchQuery(resourceQueries(definition.resource).version(name, older))
  const shared = {
    resource: definition.resource,
    paths: definition.paths,
    fromDocument: definition.fromDocument,
    title,
  } as const
  return (
    <WithVersion {...shared} version={newer}>
      {(after, now) => (
        <WithVersion {...shared} version={older}>
          {(before, then) => <Comparison {...{ definition, name, after, now, before, then }} />}
        </WithVersion>
      )}
    </WithVersion>
  )
}

/** The same for everybody: nothing is told of who made them. */
export function PublicComparePage<Values>({ definition }: Props<Values>) {
  const { name = '', newer = '', older = '' } = useParams()
  usePrefetchQuery(resourceQueries(definition.resource).publicVersion(name, older))
  const shared = {
    resource: definition.resource,
    paths: definition.paths,
    fromDocument: definition.fromDocument,
    title,
  } as const
  return (
    <WithPublicVersion {...shared} version={newer}>
      {(after, now) => (
        <WithPublicVersion {...shared} version={older}>
          {(before, then) => <Comparison {...{ definition, name, after, now, before, then }} />}
        </WithPublicVersion>
      )}
    </WithPublicVersion>
  )
}

interface ComparisonProps<Values> extends Props<Values> {
  readonly name: string
  readonly after: Version | PublicVersion
  readonly now: Values
  readonly before: Version | PublicVersion
  readonly then: Values
}

function Comparison<Values>({ definition, name, after, now, before, then }: ComparisonProps<Values>) {
  const { paths, parts, resource } = definition
  return (
    <PageFrame
      title={title}
      object={`${calledIn(after.newest, name, resource)} versions`}
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
        <Side title="From" version={before} to={paths.version(name, before.version)} />
        <Side title="To" version={after} to={paths.version(name, after.version)} />
      </div>
      <div className={classes.panel}>
        <DifferenceView
          level={2}
          differences={differences(parts, then, now)}
          none={`No differences between these versions of the ${resource.label.one}.`}
        />
      </div>
    </PageFrame>
  )
}

interface SideProps {
  readonly title: string
  readonly to: string
  readonly version: Version | PublicVersion
}

const Side = ({ title, to, version }: SideProps) => (
  <div className={classes.side}>
    <span className={classes.label}>{title}</span>
    <Link to={to}>Version {version.version}</Link>
    <span>
      <Moment iso={version.date_created} />
      {'user' in version && version.user !== '' && ` · ${version.user}`}
    </span>
    {'comment' in version && (
      <div className={classes.comment}>
        <LongText text={version.comment} />
      </div>
    )}
  </div>
)
