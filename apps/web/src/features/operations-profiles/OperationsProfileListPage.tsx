import { useQuery } from '@tanstack/react-query'
import type { View } from '#kit/api/queries.ts'
import { columnsFor } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { StaleNotice } from '#kit/page/StaleNotice.tsx'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { type OperationsProfile, operationsProfiles } from './operations-profiles.queries.ts'

const column = columnsFor<OperationsProfile>()

const columnsWith = (details: (name: string) => string) => [
  column.rowNumber(),
  column.link('name', 'Name', ({ name }) => details(name)),
  column.text('description', 'Description'),
]

const columns = {
  member: columnsWith(paths.operationsProfiles.details),
  public: columnsWith(paths.publicOperationsProfiles.details),
}

function OperationsProfiles({ view }: { readonly view: View }) {
  const { data, ...query } = useQuery(operationsProfiles(view))
  return (
    <PageFrame title="Select operations profile for details">
      <StaleNotice
        subject="The operations profiles"
        stale={data?.stale}
        retry={query.refetch}
        isBusy={query.isFetching}
      />
      <List
        columns={columns[view]}
        source={{ ...query, data: data?.profiles }}
        keyOf={({ name }) => name}
        words={{ one: 'operations profile', many: 'operations profiles' }}
        sizeName="operationsprofiles"
        pageSize={10}
        empty="An operations profile says which states there are and how two of them are combined. Reports need one."
      />
    </PageFrame>
  )
}

export const OperationsProfileListPage = () => <OperationsProfiles view="member" />
export const PublicOperationsProfileListPage = () => <OperationsProfiles view="public" />
