import { type DefaultPort, defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { useQuery } from '@tanstack/react-query'
import type { View } from '#kit/api/resource-queries.ts'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { ReadOnlyBanner } from '#kit/page/ReadOnlyBanner.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { portList } from './default-ports.queries.ts'
import { PortTemplateLinks } from './PortTemplateLinks.tsx'

const column = columnsFor<DefaultPort>()

const columns: readonly Column<DefaultPort>[] = [
  column.rowNumber(),
  {
    ...column.text('name', 'Port name', '34%'),
    cell: ({ name }) => <strong className="mono">{name}</strong>,
  },
  {
    ...column.text('value', 'Port value', '150px'),
    cell: ({ value }) => <span className="mono">{value}</span>,
    sort: ({ value }) => Number(value),
  },
  {
    id: 'metrictemplates',
    header: 'Named by',
    cell: ({ metrictemplates }) => <PortTemplateLinks names={metrictemplates} />,
    sort: ({ metrictemplates }) => -metrictemplates.length,
    filter: { kind: 'text', of: ({ metrictemplates }) => metrictemplates },
  },
]

/** All default ports, read-only. */
export function DefaultPortList({ view }: { readonly view: View }) {
  const { data, ...query } = useQuery(portList(view))
  return (
    <PageFrame title="Default ports">
      {view === 'member' && <ReadOnlyBanner resource={defaultPorts} />}
      <List
        source={{ ...query, data: data?.ports }}
        columns={columns}
        keyOf={({ name }) => name}
        words={defaultPorts.label}
        sizeName={defaultPorts.path}
        pageSize={50}
        empty="A default port is a port that probes use by its name."
      />
    </PageFrame>
  )
}
