import type { ComponentProps } from 'react'
import { RowSearch } from '#kit/rows/RowSearch.tsx'
import { RowsHead } from '#kit/rows/RowsHead.tsx'
import type { RowTableColumn } from '#kit/rows/RowTable.tsx'
import type { RowFilter } from '#kit/rows/use-row-filter.ts'
import type { InstanceRow, PairPart } from './instance-rows.ts'

/** The columns of the table of pairs, with the boxes to search by. */
export function instanceColumns(filter: RowFilter<InstanceRow, PairPart>, canEdit: boolean): RowTableColumn[] {
  const pair: RowTableColumn[] = [
    { header: '#', width: '56px', align: 'end' },
    {
      header: 'Service flavour',
      filter: <RowSearch filter={filter} field="service" label="service flavours" />,
    },
    { header: 'Metric', filter: <RowSearch filter={filter} field="metric" label="metrics" /> },
  ]
  return canEdit ? [...pair, { header: 'State', width: '158px' }, { header: 'Actions', width: '84px' }] : pair
}

/** The heading of the pairs: how many there are, and how many of them are in sight. */
export const InstancesHead = (props: Omit<ComponentProps<typeof RowsHead>, 'children'>) => (
  <RowsHead {...props}>
    <h2>Metric instances</h2>
  </RowsHead>
)
