import type { probes } from '@quatrain/contract/resources/probe.ts'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '#kit/page/page-states.tsx'
import { type DetailsProps, historyPages, RecordDetailsPage } from '#kit/resource/read-pages.tsx'
import { paths } from '#lib/paths.ts'
import { LabelledValue, NoValue } from '#ui/ValueText.tsx'
import { ProbeDetails, ProbeVersion } from './ProbeDetails.tsx'
import { ProbeTemplateLinks } from './ProbeTemplateLinks.tsx'
import { type ProbeValues, probeDefinition } from './probe-form.ts'
import { publicTemplatesOn } from './probes.queries.ts'

const Details = ({ values, record, view: _, ...page }: DetailsProps<typeof probes, ProbeValues>) => (
  <ProbeDetails {...page} probe={values}>
    {record && <Templates probe={record.name} version={record.version} />}
  </ProbeDetails>
)

const published = { definition: probeDefinition, paths: paths.publicProbes, view: 'public' } as const

export const publicProbePages = {
  details: <RecordDetailsPage {...published} Details={Details} />,
  ...historyPages({ ...published, Details: ProbeVersion }),
}

function Templates({ probe, version }: { readonly probe: string; readonly version: string }) {
  const { data, error, isFetching, refetch } = useQuery(publicTemplatesOn(probe, version))
  return (
    <LabelledValue label="Metric templates">
      {error && !data && (
        <LoadFailure subject="The metric templates" error={error} retry={refetch} isBusy={isFetching} />
      )}
      {data?.length === 0 && <NoValue />}
      {data && <ProbeTemplateLinks probe={probe} names={data} view="public" />}
    </LabelledValue>
  )
}
