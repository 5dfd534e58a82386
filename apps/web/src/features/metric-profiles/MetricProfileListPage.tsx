import { type MetricProfileRow, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { columnsFor } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

const column = columnsFor<MetricProfileRow>()

const columns = ({ details }: ResourcePaths) => [
  column.rowNumber(),
  column.link('name', 'Name', ({ name }) => details(name)),
  column.text('description', 'Description'),
  column.choice('groupname', 'Group'),
  column.number('pairs', 'Pairs'),
]

const shared = {
  resource: metricProfiles,
  columns,
  pageSize: 10,
  purpose:
    'A metric profile says which metrics run on which service flavours. Reports and aggregation profiles are built on it.',
} as const

export const MetricProfileListPage = () => <ResourceListPage {...shared} paths={paths.metricProfiles} />

export const PublicMetricProfileListPage = () => (
  <ResourceListPage {...shared} paths={paths.publicMetricProfiles} view="public" />
)
