import { defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { FailurePage } from '#kit/page/Failure.tsx'
import { PagePlaceholder } from '#kit/page/PagePlaceholder.tsx'
import { DefaultPortList } from './DefaultPortList.tsx'
import { DefaultPortsForm } from './DefaultPortsForm.tsx'
import { portList } from './default-ports.queries.ts'

/** The list of default ports, editable for users with permission and read-only for others. */
export function DefaultPortsPage() {
  const mayChange = useMay()('change', defaultPorts)
  return mayChange ? <EditedPorts /> : <DefaultPortList view="member" />
}

export const PublicDefaultPortsPage = () => <DefaultPortList view="public" />

/** The list is loaded each time, because a form must not start with outdated data. */
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
  // After a save the form starts again with the stored list.
  return <DefaultPortsForm key={key} {...data} />
}
