import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { Failure } from '#kit/page/Failure.tsx'
import { PanelPlaceholder } from '#kit/page/PagePlaceholder.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { Attention } from './Attention.tsx'
import { CatalogueAttention } from './CatalogueAttention.tsx'
import { CatalogueCounts } from './CatalogueCounts.tsx'
import { Counts } from './Counts.tsx'
import classes from './HomePage.module.css'
import { catalogueHomeQuery, homeQuery } from './home.queries.ts'
import { RecentChanges } from './RecentChanges.tsx'
import { RecentObjects } from './RecentObjects.tsx'

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
