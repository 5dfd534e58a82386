import type { RowOf } from '@quatrain/contract/kit/resource.ts'
import { probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { shortTime } from '#lib/dates.ts'
import { paths } from '#lib/paths.ts'
import { StatusMark } from './StatusMark.tsx'

type Row = RowOf<typeof probeCandidates>

const column = columnsFor<Row>()

const created: Column<Row> = {
  ...column.moment('created', 'Created', '178px'),
  filter: { kind: 'text', texts: (row) => [shortTime(row.created)] },
}

const columns = [
  column.rowNumber(),
  column.link('name', 'Name', ({ id }) => paths.probeCandidates.details(String(id)), '25%'),
  column.text('description', 'Description'),
  created,
  { ...column.choice('status', 'Status', '142px'), cell: ({ status }: Row) => <StatusMark status={status} /> },
]

export const ProbeCandidateListPage = () => (
  <ResourceListPage
    resource={probeCandidates}
    paths={paths.probeCandidates}
    columns={columns}
    pageSize={10}
    purpose="A probe candidate is a probe that was submitted with POST /api/v2/probes and a key of this tenant. It is tested before it is deployed."
  />
)
