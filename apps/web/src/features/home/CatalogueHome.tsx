import { useQuery } from '@tanstack/react-query'
import { Failure } from '#kit/page/Failure.tsx'
import { CatalogueAttention } from './CatalogueAttention.tsx'
import { CatalogueCounts } from './CatalogueCounts.tsx'
import { catalogueHomeQuery } from './home.queries.ts'
import { RecentChanges } from './RecentChanges.tsx'

/** The home page of administrators of the catalogue. */
export function CatalogueHome() {
  const { data, error, refetch } = useQuery(catalogueHomeQuery)
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  return (
    <>
      <RecentChanges changes={data?.changes} />
      <CatalogueAttention findings={data} />
      <CatalogueCounts counts={data?.counts} />
    </>
  )
}
