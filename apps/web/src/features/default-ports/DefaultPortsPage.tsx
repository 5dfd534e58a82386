import { type DefaultPort, defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import { FailurePage } from '#kit/page/Failure.tsx'
import { PagePlaceholder } from '#kit/page/PagePlaceholder.tsx'
import { SavedNotice, useJustSaved, useUndo } from '#kit/write/last-save.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { DefaultPortList } from './DefaultPortList.tsx'
import { portList } from './default-ports.queries.ts'
import { defaultPortsDefinition, defaultPortsSchema, fieldOfPorts, portValuesOf } from './default-ports-form.ts'
import { PortsField } from './PortsField.tsx'

/** The list of default ports: a form for users who may change it, a table for all others. */
export function DefaultPortsPage() {
  const mayChange = useMay()('change', defaultPorts)
  return mayChange ? <EditedPorts /> : <DefaultPortList view="member" />
}

export const PublicDefaultPortsPage = () => <DefaultPortList view="public" />

/** The list is read again each time, since a form must not start from a cached state. */
function EditedPorts() {
  const { key } = useLocation()
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...portList('member'),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (error && isFetchedAfterMount) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data || !isFetchedAfterMount) return <PagePlaceholder title="Default ports" />
  // The key changes with each save, so that the form starts from the stored state.
  return <DefaultPortsForm key={key} {...data} />
}

interface PortList {
  readonly ports: readonly DefaultPort[]
  readonly etag: string | undefined
}

/** The list is saved as a whole, so it has neither Add nor Delete. */
function DefaultPortsForm({ ports, etag }: PortList) {
  const queries = useQueryClient()
  const form = useResourceForm({
    definition: defaultPortsDefinition,
    stored: 'all',
    draftName: 'all',
    base: { values: portValuesOf(ports), etag },
    schema: defaultPortsSchema,
    reload: async () => {
      const fresh = await queries.fetchQuery({ ...portList('member'), staleTime: 0 })
      return { values: portValuesOf(fresh.ports), etag: fresh.etag }
    },
    fieldOf: fieldOfPorts,
  })
  const saved = useJustSaved()
  const undo = useUndo(saved)
  return (
    <PageFrame title="Default ports">
      <SavedNotice saved={saved} undo={undo} hasRow={false} isFiltered={false} />
      <p>Ports that probes use by name: a metric template names one as an attribute.</p>
      <ResourceForm form={{ ...form, remove: undefined }}>
        <PortsField base={form.base.values} ports={ports} />
      </ResourceForm>
    </PageFrame>
  )
}
