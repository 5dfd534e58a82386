import { home, type RecentChange } from '@quatrain/contract/console/home.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { operationsProfiles } from '#features/operations-profiles/operations-profiles.queries.ts'
import { serviceTypes } from '#features/service-types/service-types.queries.ts'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { resourceQueries } from '#kit/api/queries.ts'
import { Moment } from '#kit/page/Moment.tsx'
import { Failure, PanelPlaceholder } from '#kit/page/page-states.tsx'
import { recentVisits, type Visit } from '#kit/page/visits.ts'
import { startOfYesterday } from '#lib/dates.ts'
import { kindOf } from '#lib/kinds.ts'
import { paths as appPaths, paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { compareNames, unknownAuthor } from '#lib/words.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import panel from '#ui/panel.module.css'
import { Attention, CatalogueAttention, CatalogueCounts } from './Attention.tsx'
import { CountedLinks, countedKinds } from './CountedLinks.tsx'
import classes from './HomePage.module.css'
import { catalogueHomeQuery, homeQuery } from './home.queries.ts'

/** The home page: changes, tasks, recently opened objects, and the number of objects of each kind. */
export function HomePage() {
  const { caller, options } = useConsoleContext()
  return (
    <PageFrame title="Home" object={options.tenant_display_name}>
      {caller.deployment === 'tenant' ? <OfTenant /> : <OfCatalogue />}
    </PageFrame>
  )
}

function OfTenant() {
  const { data, error, refetch } = useQuery(homeQuery)
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <ComingPanels />
  return (
    <Panels>
      <RecentChanges changes={data.changes} />
      <Attention tasks={data} />
      <Counts counted={data} />
    </Panels>
  )
}

function OfCatalogue() {
  const { data, error, refetch } = useQuery(catalogueHomeQuery)
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <ComingPanels />
  return (
    <Panels>
      <RecentChanges changes={data.changes} />
      <CatalogueAttention tasks={data} />
      <CatalogueCounts counts={data.counts} />
    </Panels>
  )
}

/** Two columns, so that the length of a panel moves none beside it. The last one grows while its numbers are loaded. */
const Panels = ({
  children: [changes, attention, counts],
}: {
  readonly children: readonly [ReactNode, ReactNode, ReactNode]
}) => (
  <div className={classes.grid}>
    {changes}
    <div className={classes.column}>
      {attention}
      <RecentObjects />
      {counts}
    </div>
  </div>
)

const ComingPanels = () => (
  <div className={classes.grid}>
    <PanelPlaceholder />
    <PanelPlaceholder />
  </div>
)

/** The objects that the user opened last in this browser. */
function RecentObjects() {
  const { user } = useConsoleContext()
  const entries = recentVisits(user?.username ?? '').flatMap(entry)
  return (
    <section className={panel.panel} aria-labelledby="recent">
      <h2 id="recent">Opened last</h2>
      {entries.length === 0 ? (
        <p>What you open appears here, so that you find it again.</p>
      ) : (
        <ul className={classes.list}>{entries}</ul>
      )}
    </section>
  )
}

function entry({ kind, name, title = name, at }: Visit) {
  const knownKind = kindOf(kind)
  if (!knownKind) return []
  return [
    <li key={`${kind}/${name}`}>
      <span>
        <Link to={knownKind.paths.details(name)}>{title}</Link>
        <span className={classes.kind}>{knownKind.label.one}</span>
      </span>
      <Moment iso={at} isRelative />
    </li>,
  ]
}

const { options: names } = home.answer.shape.counts.keyof()

/** The numbers of objects, and of those that the user may change; each number links to its list. */
function Counts({ counted }: { readonly counted: AnswerOf<typeof home> }) {
  const { data, error, refetch } = useQuery(resourceQueries(metricProfiles).list())
  const types = useQuery(serviceTypes)
  const operations = useQuery(operationsProfiles())
  const may = useMay()
  const { list } = paths.metricProfiles
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  const groups = new Map<string, number>()
  for (const profile of data ?? []) {
    if (may('change', metricProfiles, profile)) groups.set(profile.groupname, (groups.get(profile.groupname) ?? 0) + 1)
  }
  return (
    <section className={panel.panel} aria-labelledby="counts" aria-busy={!data}>
      <h2 id="counts">How many</h2>
      <CountedLinks
        links={[
          ...countedKinds(names, counted.counts).map(({ label, ...link }) => ({ says: `All ${label}`, ...link })),
          {
            says: 'All operations profiles',
            to: paths.operationsProfiles.list,
            count: countOf(operations, operations.data?.profiles),
          },
          { says: 'All service types', to: paths.serviceTypes.list, count: countOf(types, types.data) },
          ...[...groups]
            .sort(([a], [b]) => compareNames(a, b))
            .map(([group, count]) => {
              const to = `${list}?${new URLSearchParams({ groupname: group })}`
              return { says: `Metric profiles of ${group}, yours to change`, to, count }
            }),
        ]}
      />
    </section>
  )
}

/** The number of objects that only the Web API stores. */
const countOf = ({ error }: { readonly error: Error | null }, rows: readonly unknown[] | undefined) =>
  rows?.length ?? (error ? null : undefined)

/** The maximum number of older changes. */
const maxEarlier = 10

/**
 * The changes since yesterday with their authors, or the last ones before. A write counts once, with all its side
 * effects.
 */
function RecentChanges({ changes }: { readonly changes: readonly RecentChange[] }) {
  const since = startOfYesterday(new Date()).toISOString()
  const recent = changes.filter(({ at }) => at >= since)
  const visibleChanges = recent.length > 0 ? recent : changes.slice(0, maxEarlier)
  return (
    <section className={panel.panel} aria-labelledby="changes">
      <h2 id="changes">{recent.length === 0 ? 'Latest changes' : 'Changed since yesterday'}</h2>
      {recent.length === 0 && <p>Nothing has been changed since yesterday.</p>}
      {visibleChanges.length > 0 && (
        <ul className={classes.list}>
          {visibleChanges.map((change) => (
            <ChangeLine key={`${change.at} ${change.kind} ${change.name}`} change={change} />
          ))}
        </ul>
      )}
      {visibleChanges.length > 0 && (
        <p>
          <Link to={appPaths.changes}>All changes</Link>
        </p>
      )}
    </section>
  )
}

const done = { add: 'added', change: 'changed', delete: 'deleted' } as const

function ChangeLine({ change }: { readonly change: RecentChange }) {
  const { at, actor, action, kind, id, name, others } = change
  const knownKind = kindOf(kind)
  const key = knownKind?.key === 'id' ? String(id) : name
  const difference = knownKind && differenceOf(change, key, knownKind.paths)
  return (
    <li>
      <span>
        <b>{actor || unknownAuthor}</b> {done[action]} the {knownKind?.label.one ?? kind}{' '}
        {knownKind && action !== 'delete' ? <Link to={knownKind.paths.details(key)}>{name}</Link> : <b>{name}</b>}
        {others > 0 && `, and with it ${others === 1 ? 'another object' : `${others} other objects`}`}
        {difference && (
          <>
            {'. '}
            <Link to={difference.to} aria-label={`${difference.label} of ${name}`}>
              {difference.label}
            </Link>
          </>
        )}
      </span>
      <Moment iso={at} isRelative />
    </li>
  )
}

/** The page that shows how a write changed its object. */
const differenceOf = ({ action, number }: RecentChange, key: string, paths: ResourcePaths) =>
  ({
    add: undefined,
    change: { label: 'Difference', to: appPaths.change(number) },
    delete: { label: 'History', to: paths.history(key) },
  })[action]
