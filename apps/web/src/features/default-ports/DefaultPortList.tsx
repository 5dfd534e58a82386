import { type DefaultPort, defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { View } from '#kit/api/resource-queries.ts'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { ResourceList } from '#kit/list/ResourceList.tsx'
import { Failure } from '#kit/page/Failure.tsx'
import { ReadOnlyBanner } from '#kit/page/ReadOnlyBanner.tsx'
import { useStored } from '#lib/use-stored.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { portList } from './default-ports.queries.ts'
import { TemplateLinks } from './TemplateLinks.tsx'

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
    cell: ({ metrictemplates }) => <TemplateLinks names={metrictemplates} />,
    sort: ({ metrictemplates }) => -metrictemplates.length,
    filter: { kind: 'text', of: ({ metrictemplates }) => metrictemplates },
  },
]

const usualSize = 50

/** All default ports, read-only. */
export function DefaultPortList({ view }: { readonly view: View }) {
  const { data, error, refetch } = useQuery(portList(view))
  const [size, rememberSize] = useStored(`page-size.${defaultPorts.path}`, z.number().int(), usualSize)
  return (
    <PageFrame title="Default ports">
      {view === 'member' && <ReadOnlyBanner resource={defaultPorts} />}
      {error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <ResourceList
          rows={data?.ports}
          columns={columns}
          keyOf={({ name }) => name}
          words={defaultPorts.label}
          usualSize={usualSize}
          preferredSize={size}
          onSize={rememberSize}
          empty={
            <p>
              <strong>No default ports.</strong> A default port is a port that probes use by its name.
            </p>
          }
        />
      )}
    </PageFrame>
  )
}
