import type { RowOf } from '@quatrain/contract/kit/resource.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { columnsFor } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

const column = columnsFor<RowOf<typeof thresholdsProfiles>>()

const columns = ({ details }: ResourcePaths) => [
  column.rowNumber(),
  column.link('name', 'Name', ({ name }) => details(name)),
  column.text('description', 'Description'),
  column.choice('groupname', 'Group'),
]

const shared = {
  resource: thresholdsProfiles,
  columns,
  pageSize: 10,
  purpose:
    'A thresholds profile says from which values a metric is WARNING or CRITICAL, everywhere, on a host or in an endpoint group. Reports can use one.',
} as const

export const ThresholdsProfileListPage = () => (
  <ResourceListPage {...shared} paths={paths.thresholdsProfiles} hidesAdd />
)

export const PublicThresholdsProfileListPage = () => (
  <ResourceListPage {...shared} paths={paths.publicThresholdsProfiles} view="public" />
)
