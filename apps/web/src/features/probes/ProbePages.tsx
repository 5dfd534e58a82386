import { type Probe, probes } from '@quatrain/contract/resources/probe.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { ReadOnlyBanner } from '#kit/page/ReadOnlyBanner.tsx'
import { ClonePage, objectPages } from '#kit/resource/object-pages.tsx'
import { type DetailsProps, historyPages } from '#kit/resource/read-pages.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ProbeDetails, ProbeVersion } from './ProbeDetails.tsx'
import { ProbeForm } from './ProbeForm.tsx'
import { ProbeUsage } from './ProbeUsage.tsx'
import { type ProbeValues, probeDefinition, probeValuesOf } from './probe-form.ts'

const Details = ({ values, record, ...page }: DetailsProps<typeof probes, ProbeValues>) => (
  <ProbeDetails {...page} probe={values} notice={<ReadOnly />}>
    {record && <ProbeUsage name={record.name} />}
  </ProbeDetails>
)

/** No group of a tenant gives the right to change a probe. */
function ReadOnly() {
  const { visitor } = useConsoleContext()
  if (visitor.deployment === 'super') return <ReadOnlyBanner resource={probes} />
  return (
    <Notice kind="info" icon="lock">
      All tenants share the probes. They are changed in the console of the super-tenant.
    </Notice>
  )
}

const shared = { definition: probeDefinition, Form: ProbeForm } as const

const cloneOf = ({ id, ...probe }: Probe) => ({
  ...probeValuesOf({ ...probe, name: `${probe.name}-clone` }),
  cloned_from: id,
})

export const probePages = {
  ...objectPages({
    ...shared,
    Details,
    // The probe keeps its current name.
    restore: (old, now) => ({ ...now, ...old, name: now.name }),
    saving: 'Saving makes it the current one again.',
  }),
  clone: <ClonePage {...shared} cloneOf={cloneOf} />,
  ...historyPages({ definition: probeDefinition, Details: ProbeVersion }),
}
