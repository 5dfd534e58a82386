import { topologyTypeOf } from '@quatrain/contract/reports/topology-types.ts'
import { type ReportRow, reports } from '@quatrain/contract/resources/report.ts'
import { Link } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { SelectionButton, useSelection } from '#kit/list/use-selection.tsx'
import { useTogether } from '#kit/write/use-together.tsx'
import { paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { Mark } from '#ui/Mark.tsx'

const column = columnsFor<ReportRow>()

const typeOf = ({ topology_types }: ReportRow) => topologyTypeOf(topology_types) ?? topology_types.join(' / ')
const profileFields = ['metric_profile', 'aggregation_profile', 'operations_profile', 'thresholds_profile'] as const
const profilesOf = (row: ReportRow) => profileFields.map((field) => row[field]).filter((name) => name !== '')

const nameColumn = (details: ResourcePaths['details']): Column<ReportRow> => ({
  ...column.link('name', 'Name', ({ name }) => details(name), '18%'),
  cell: ({ name, disabled }) => (
    <>
      <ClampedText text={name}>
        <Link to={details(name)}>{name}</Link>
      </ClampedText>
      {disabled && <Mark tone="warn">Disabled</Mark>}
    </>
  ),
})

const topology: Column<ReportRow> = { ...column.choiceOf('topology', 'Topology', typeOf, '128px'), cell: typeOf }

const profiles: Column<ReportRow> = {
  id: 'profiles',
  header: 'Profiles',
  cell: (row) => <ClampedText text={profilesOf(row).join(', ')} />,
  filter: { kind: 'text', texts: profilesOf },
}

const columns = ({ details }: ResourcePaths) => [column.rowNumber(), ...selectableColumns({ details })]

const selectableColumns = ({ details }: Pick<ResourcePaths, 'details'>) => [
  nameColumn(details),
  column.text('description', 'Description'),
  topology,
  profiles,
  column.choice('groupname', 'Group', '12%'),
  column.moment('changed_at', 'Last change'),
]

const shared = {
  resource: reports,
  columns,
  pageSize: 10,
  purpose:
    'A report says for which part of the topology availability and reliability are computed, and with which profiles.',
} as const

/** Users who may change reports of any group can select several, to enable or disable them. */
export function ReportListPage() {
  const mayChange = useMay()('change', reports)
  const selection = useSelection()
  const { run, isBusy } = useTogether({ resource: reports, paths: paths.reports, selection })
  if (!mayChange) return <ResourceListPage {...shared} paths={paths.reports} />
  const action = (verb: string, disabled: boolean) => (
    <SelectionButton isBusy={isBusy} onClick={() => run({ verb, valuesOf: () => ({ disabled }) })}>
      {verb}
    </SelectionButton>
  )
  const actions = (
    <>
      {action('Enable', false)}
      {action('Disable', true)}
    </>
  )
  return (
    <ResourceListPage
      {...shared}
      columns={selectableColumns}
      paths={paths.reports}
      selection={{ selection, header: 'Select', actions }}
    />
  )
}

export const PublicReportListPage = () => <ResourceListPage {...shared} paths={paths.publicReports} view="public" />
