import type { RowOf } from '@quatrain/contract/kit/resource.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { columnsFor } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

const column = columnsFor<RowOf<typeof aggregationProfiles>>()

const columns = ({ details }: ResourcePaths) => [
  column.rowNumber(),
  column.link('name', 'Name', ({ name }) => details(name)),
  column.text('description', 'Description'),
  column.choice('metric_profile', 'Metric profile', '24%'),
  column.choice('groupname', 'Group'),
]

const shared = {
  resource: aggregationProfiles,
  columns,
  pageSize: 10,
  purpose:
    'An aggregation profile says how the statuses of services are combined to the status of a site or a service group. Reports are built on it.',
} as const

export const AggregationProfileListPage = () => <ResourceListPage {...shared} paths={paths.aggregationProfiles} />

export const PublicAggregationProfileListPage = () => (
  <ResourceListPage {...shared} paths={paths.publicAggregationProfiles} view="public" />
)
