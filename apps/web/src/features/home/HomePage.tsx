import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { Failure } from '#kit/page/Failure.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { PanelPlaceholder } from '#kit/page/PagePlaceholder.tsx'
import { recentVisits, type Visit } from '#kit/page/recent.ts'
import { kindOf } from '#lib/kinds.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import panel from '#ui/panel.module.css'
import { Attention } from './Attention.tsx'
import { CatalogueAttention, CatalogueCounts } from './CatalogueAttention.tsx'
import { Counts } from './Counts.tsx'
import classes from './HomePage.module.css'
import { catalogueHomeQuery, homeQuery } from './home.queries.ts'
import { RecentChanges } from './RecentChanges.tsx'

/** The home page: changes, tasks, recently opened objects, and the number of objects of each kind. */
export function HomePage() {
  const { visitor, options } = useConsoleContext()
  return (
    <PageFrame title="Home" object={options.tenant_display_name}>
      {visitor.deployment === 'tenant' ? <OfTenant /> : <OfCatalogue />}
    </PageFrame>
  )
}

function OfTenant() {
  const { data, error, refetch } = useQuery(homeQuery)
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <ComingPanels />
  return (
    <Panels>
      <RecentChanges changes={data.changes} />
      <Attention findings={data} />
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
      <CatalogueAttention findings={data} />
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
        <span className={classes.kind}>{knownKind.resource.label.one}</span>
      </span>
      <Moment iso={at} isRelative />
    </li>,
  ]
}
