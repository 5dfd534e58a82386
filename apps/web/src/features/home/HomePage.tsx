import { useQuery } from '@tanstack/react-query'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { Failure } from '#kit/page/Failure.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { Attention } from './Attention.tsx'
import { CatalogueHome } from './CatalogueHome.tsx'
import { Counts } from './Counts.tsx'
import classes from './HomePage.module.css'
import { homeQuery } from './home.queries.ts'
import { RecentChanges } from './RecentChanges.tsx'
import { RecentObjects } from './RecentObjects.tsx'

/** The home page of a tenant: tasks, changes, and recently opened objects. */
export function HomePage() {
  const { visitor, options } = useConsoleContext()
  return (
    <PageFrame title="Home" object={options.tenant_display_name}>
      <div className={classes.grid}>
        {visitor.deployment === 'tenant' ? <OfTenant /> : <CatalogueHome />}
        <RecentObjects />
      </div>
    </PageFrame>
  )
}

function OfTenant() {
  const { data, error, refetch } = useQuery(homeQuery)
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  return (
    <>
      <RecentChanges changes={data?.changes} />
      <Attention findings={data} />
      <Counts counted={data} />
    </>
  )
}
