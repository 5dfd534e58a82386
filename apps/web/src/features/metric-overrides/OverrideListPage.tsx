import { Button } from '@mantine/core'
import { type MetricOverride, metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { Link } from 'react-router'
import { columnsFor, inMono } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { paths } from '#lib/paths.ts'

const column = columnsFor<MetricOverride>()

const columns = [
  column.rowNumber(),
  inMono(column.link('name', 'Name', ({ name }) => paths.metricOverrides.details(name), '31%')),
  column.count('Global attributes', 'Global attributes', ({ global_attributes }) => global_attributes.length, '19%'),
  column.count('Host attributes', 'Host attributes', ({ host_attributes }) => host_attributes.length, '18%'),
  column.count(
    "Metrics' parameters",
    "Metrics' parameters",
    ({ metric_parameters }) => metric_parameters.length,
    '24%',
  ),
]

export const OverrideListPage = () => (
  <ResourceListPage
    resource={metricOverrides}
    paths={paths.metricOverrides}
    columns={columns}
    pageSize={10}
    purpose="An override is a named set of attributes and parameters that monitoring boxes use instead of those of the metrics, everywhere or on some hosts only. All overrides apply together."
    actions={
      <Button component={Link} to={paths.effectiveResult} variant="default">
        Effective check
      </Button>
    }
  />
)
