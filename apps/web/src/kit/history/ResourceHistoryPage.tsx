import { Button } from '@mantine/core'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import { resourceQueries, type View } from '#kit/api/queries.ts'
import { LongText } from '#kit/page/LongText.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { HistoryHead, ObjectTabs } from '#kit/page/ObjectHead.tsx'
import { FailurePage, NotFound, PagePlaceholder } from '#kit/page/page-states.tsx'
import { type ResourcePaths, usePathParameters } from '#lib/resource-paths.ts'
import { unknownAuthor } from '#lib/words.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { Notice } from '#ui/Notice.tsx'
import { focusHeading, PageFrame, PageHead } from '#ui/PageFrame.tsx'
import table from '#ui/table.module.css'
import classes from './ResourceHistoryPage.module.css'
import { calledIn, deletionOf, MadeByRequest, type PageOfVersions } from './WithVersion.tsx'

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
  readonly view?: View | undefined
}

/** The versions of one object (`:name`) in pages; members also see the author and the changes of each. */
export function ResourceHistoryPage({ resource, paths, view }: Props) {
  const { name = '' } = usePathParameters()
  const { before } = useVersionChoice()
  const { data, error, refetch } = useQuery(resourceQueries(resource).versionHeads(name, before, view))
  const { one, many } = resource.label
  const isUnknown = isApiError(error, 'not_found')
  const object = useQuery({
    ...resourceQueries(resource).details(name, view),
    enabled: isUnknown,
    retry: false,
  })
  if (isUnknown && object.isPending) return <PagePlaceholder title={historyTitle} object={name} />
  if (isUnknown && object.data) {
    return (
      <PageHead value={<ObjectTabs kind={resource.kind} paths={paths} name={name} />}>
        <PageFrame title={historyTitle} object={name}>
          <p>No version of it is stored: each change in the console stores one.</p>
        </PageFrame>
      </PageHead>
    )
  }
  if (isUnknown) {
    return <NotFound detail={`There is no ${one} named ${name}.`} to={paths.list} toWhat={`all ${many}`} />
  }
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data) return <PagePlaceholder title={historyTitle} object={name} />
  return (
    <PageHead value={<HistoryHead resource={resource} paths={paths} name={name} newest={data.newest} view={view} />}>
      <VersionTable page={data} name={name} called={calledIn(data.newest, name, resource)} paths={paths} view={view} />
    </PageHead>
  )
}

interface VersionTableProps {
  readonly page: PageOfVersions
  readonly name: string
  /** The displayed name of the object. */
  readonly called: string
  readonly paths: ResourcePaths
  readonly view: View | undefined
}

type Head = PageOfVersions['versions'][number]

const historyTitle = 'Version history'

const columns = ['Newer', 'Older', 'Version', 'Date/time']

/** A page of the versions of one object, and the choice of two of them to compare, on whatever pages they are. */
function VersionTable({ page, name, called, paths, view = 'member' }: VersionTableProps) {
  const { versions, newest, next, archived } = page
  const { before, choose, page: pageAt, ...chosenVersions } = useVersionChoice()
  // By default the newest two, which may change while the page is open.
  const newer = chosenVersions.newer ?? newest.version
  const older = chosenVersions.older ?? versions.find(({ id, deleted }) => id !== newest.id && !deleted)?.version
  const canCompare = older !== undefined
  const isChoice = ({ deleted = false }: Head) => canCompare && !deleted
  const isPaged = before !== undefined || next !== null
  const pick = (side: 'newer' | 'older', { version }: Head) => ({
    type: 'radio',
    name: side,
    checked: version === (side === 'newer' ? newer : older),
    onChange: () => choose(side, version),
    'aria-label': `${side === 'newer' ? 'Newer' : 'Older'} version: ${version}`,
  })
  return (
    <PageFrame
      title={historyTitle}
      object={called}
      actions={canCompare && <CompareButton to={paths.compare(name, newer, older)} isPossible={newer !== older} />}
    >
      {newest.deletion && (
        <Notice kind="info">
          <p>
            {deletionOf(called, newest.deletion)} Its versions are kept.{' '}
            <Link to={paths.version(name, newest.version)}>Open version {newest.version}</Link>, the last one.
          </p>
        </Notice>
      )}
      {isPaged && canCompare && (
        <p role="status">
          To compare: version <span className="mono">{newer}</span> with version <span className="mono">{older}</span>.
        </p>
      )}
      <div className={table.scroll}>
        <CardTable
          caption={`Versions of ${called}, newest first`}
          headings={view === 'member' ? [...columns, 'User', 'Comment'] : columns}
          className={classes.table}
        >
          {versions.map((row) => (
            <tr key={row.id}>
              <td className={classes.pick}>{isChoice(row) ? <input {...pick('newer', row)} /> : '-'}</td>
              <td className={classes.pick}>
                {isChoice(row) ? row.id !== newest.id && <input {...pick('older', row)} /> : '-'}
              </td>
              <td className="mono">
                {row.deleted ? 'Deleted' : <Link to={paths.version(name, row.version)}>{row.version}</Link>}
              </td>
              <td>
                <Moment iso={row.date_created} />
              </td>
              {view === 'member' && <MemberCells head={row} to={paths.version(name, row.version)} />}
            </tr>
          ))}
        </CardTable>
      </div>
      {next === null && archived > 0 && (
        <p className={classes.archived}>
          {archived === 1 ? 'Version 1 was archived' : `Versions 1 to ${archived} were archived`}, and can no longer be
          opened here.
        </p>
      )}
      {isPaged && (
        <nav aria-label="Pages of the history" className={classes.pages}>
          {before !== undefined && <PageLink to={pageAt(undefined)}>Newest versions</PageLink>}
          {next !== null && <PageLink to={pageAt(next)}>Older versions</PageLink>}
        </nav>
      )}
    </PageFrame>
  )
}

const MemberCells = ({ head, to }: { readonly head: Head; readonly to: string }) => (
  <>
    <td>{head.user || unknownAuthor}</td>
    <td className={classes.comment}>
      <LongText text={head.comment ?? ''} />
      {head.comment_is_cut && (
        <p>
          <Link to={to} aria-label={`The whole comment of version ${head.version}`}>
            The whole comment
          </Link>
        </p>
      )}
      {head.remark && <p className={classes.remark}>{head.remark}</p>}
      <MadeByRequest request={head.request} />
    </td>
  </>
)

/** The page that it leads to begins above it. */
const PageLink = (props: { readonly to: { readonly search: string }; readonly children: string }) => (
  <Button component={Link} variant="default" onClick={focusHeading} {...props} />
)

const CompareButton = ({ to, isPossible }: { readonly to: string; readonly isPossible: boolean }) => {
  const navigate = useNavigate()
  return (
    <Button onClick={() => void navigate(to)} disabled={!isPossible}>
      Compare
    </Button>
  )
}

type Side = 'newer' | 'older'

interface Choice {
  /** Shows the versions older than this one; undefined for the first page. */
  readonly before: number | undefined
  /** The selected versions; undefined for the default. */
  readonly newer: string | undefined
  readonly older: string | undefined
  readonly choose: (side: Side, version: string) => void
  /** The address of another page, with the same choice. */
  readonly page: (before: number | undefined) => { readonly search: string }
}

/** The page of a history, and the two selected versions on any page, stored in the address. */
function useVersionChoice(): Choice {
  const [search, setSearch] = useSearchParams()
  const before = Number(search.get('before') ?? 0)
  const changed = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(search)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    return next
  }
  return {
    before: Number.isSafeInteger(before) && before > 0 ? before : undefined,
    newer: search.get('newer') ?? undefined,
    older: search.get('older') ?? undefined,
    choose: (side, version) => setSearch(changed(side, version), { replace: true, preventScrollReset: true }),
    page: (before) => ({ search: `?${changed('before', before === undefined ? undefined : String(before))}` }),
  }
}
