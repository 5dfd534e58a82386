import { Button } from '@mantine/core'
import { showField } from '@quatrain/contract/compare/compare.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { View } from '#kit/api/queries.ts'
import details from '#kit/page/details.module.css'
import { HistoryHead } from '#kit/page/ObjectHead.tsx'
import type { VersionedDefinition } from '#kit/write/form-definition.ts'
import { exactTime } from '#lib/dates.ts'
import { type ResourcePaths, usePathParameters } from '#lib/resource-paths.ts'
import { capitalized } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame, PageHead } from '#ui/PageFrame.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import { deletionOf, MadeByRequest, storedAs, type Version, WithVersion } from './WithVersion.tsx'

/** One version as a page shows it: its values, and the heading, links and notice around them. */
interface ShownVersion<Values> {
  readonly title: string
  readonly object: string
  readonly values: Values
  readonly view: View
  readonly actions: ReactNode
  readonly notice: ReactNode
}

interface Props<Values> {
  readonly definition: VersionedDefinition<Values>
  readonly view?: View | undefined
  /** Whether the user may restore the version; if absent, nobody can. */
  readonly mayRestore?: (values: Values) => boolean
  /** Whether the user may add a deleted object again. */
  readonly mayAdd?: boolean
  /** Why a deleted object cannot be added again, if users do not add such objects. */
  readonly whyNotRestored?: string | undefined
  readonly children: (shownVersion: ShownVersion<Values>) => ReactNode
}

/** One version (`:version`) of an object, with links to compare and to restore it; the public page leads to the others. */
export function ResourceVersionPage<Values>({
  definition,
  view = 'member',
  mayRestore,
  mayAdd = false,
  whyNotRestored,
  children,
}: Props<Values>) {
  const { version = '' } = usePathParameters()
  const { resource, paths, fromDocument } = definition
  const title = `${capitalized(resource.label.one)} version`
  return (
    <WithVersion
      resource={resource}
      paths={paths}
      view={view}
      title={title}
      version={version}
      fromDocument={fromDocument}
    >
      {(foundVersion, values, name) => {
        const { deletion } = foundVersion.newest
        const isOld = foundVersion.newest.id !== foundVersion.id
        const stored = storedAs(foundVersion.newest, name, resource)
        const versionProps = { title: `${title} ${version}`, object: name, values, view }
        const head = { resource, paths, view }
        const inHead = (page: ReactNode) => (
          <PageHead value={<HistoryHead {...head} name={stored} newest={foundVersion.newest} />}>{page}</PageHead>
        )
        if (view === 'public') {
          const notice = (
            <VersionNotice version={foundVersion}>
              {isOld && (
                <p>
                  There is a newer one: <Link to={paths.details(stored)}>as it is now</Link>.
                </p>
              )}
            </VersionNotice>
          )
          return inHead(children({ ...versionProps, actions: undefined, notice }))
        }
        const isRestorable = deletion ? mayAdd : isOld && (mayRestore?.(values) ?? false)
        const at = { restore: foundVersion.version, ...(deletion && { of: name }) }
        const to = `${deletion ? paths.add : paths.details(stored)}?${new URLSearchParams(at)}`
        return inHead(
          children({
            ...versionProps,
            actions: (
              <>
                {isOld && !deletion && (
                  <Button
                    component={Link}
                    variant="default"
                    to={paths.compare(name, foundVersion.newest.version, foundVersion.version)}
                  >
                    Compare with now
                  </Button>
                )}
                {isRestorable && (
                  <Button component={Link} to={to}>
                    Restore
                  </Button>
                )}
              </>
            ),
            notice: (
              <VersionNotice version={foundVersion}>
                {deletion && (
                  <p>{[deletionOf(`The ${resource.label.one}`, deletion), whyNotRestored].filter(Boolean).join(' ')}</p>
                )}
              </VersionNotice>
            ),
          }),
        )
      }}
    </WithVersion>
  )
}

interface VersionNoticeProps {
  readonly version: Version
  readonly children?: ReactNode
}

/** When a version was saved; for members also by whom, its changes, and the comment. */
const VersionNotice = ({ version: { user, date_created, comment, remark, request }, children }: VersionNoticeProps) => (
  <Notice kind="info" icon="clock">
    <p>
      As saved{user && ` by ${user}`} on {exactTime(date_created)}.
    </p>
    {comment && <p>{comment}</p>}
    {remark && <p>{remark}</p>}
    <MadeByRequest request={request} />
    {children}
  </Notice>
)

interface DocumentVersionPageProps {
  readonly resource: Resource
  readonly paths: ResourcePaths
  readonly whyNotRestored: string
}

/** One version of an object that has no form of its own: its compared fields. It cannot be restored. */
export function DocumentVersionPage({ resource, paths, whyNotRestored }: DocumentVersionPageProps) {
  const fromDocument = (document: unknown) => storedDocument(resource, document)
  return (
    <ResourceVersionPage definition={{ resource, paths, fromDocument }} whyNotRestored={whyNotRestored}>
      {({ title, object, values, actions, notice }) => (
        <PageFrame title={title} object={object} width="reading" actions={actions}>
          {notice}
          <div className={`${details.card} ${details.fields}`}>
            {Object.entries(resource.compared).map(([name, field]) => (
              <ValueText key={name} label={capitalized(field.label)} value={showField(field, values[name])} />
            ))}
          </div>
        </PageFrame>
      )}
    </ResourceVersionPage>
  )
}
