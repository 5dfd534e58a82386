import type { DefaultPort } from '@quatrain/contract/resources/default-port.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { portList } from './default-ports.queries.ts'
import { defaultPortsDefinition, defaultPortsSchema, valuesOf } from './default-ports-form.ts'
import { PortsField } from './PortsField.tsx'
import { portRows } from './port-rows.ts'

interface Props {
  readonly ports: readonly DefaultPort[]
  readonly etag: string | undefined
}

/** The editable list of default ports. It is saved as one, so it has neither Add nor Delete. */
export function DefaultPortsForm({ ports, etag }: Props) {
  const queries = useQueryClient()
  const form = useResourceForm({
    definition: defaultPortsDefinition,
    stored: 'all',
    draftName: 'all',
    base: { values: valuesOf(ports), etag },
    schema: defaultPortsSchema,
    reload: async () => {
      const fresh = await queries.fetchQuery({ ...portList('member'), staleTime: 0 })
      return { values: valuesOf(fresh.ports), etag: fresh.etag }
    },
    fieldOf: (path, { ports: rows }) => {
      const [, at, field = 'name'] = /^ports\.(\d+)(?:\.(\w+))?$/.exec(path) ?? []
      if (at === undefined) return path
      return `ports.${portRows.placeOfSent(rows, Number(at))}.${field}`
    },
  })
  return (
    <PageFrame title="Default ports">
      <p>Ports that probes use by name: a metric template names one as an attribute.</p>
      <ResourceForm form={{ ...form, remove: undefined }}>
        <PortsField base={form.base.values} ports={ports} />
      </ResourceForm>
    </PageFrame>
  )
}
