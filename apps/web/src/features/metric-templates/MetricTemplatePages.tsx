import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { WithRecord } from '#kit/form/WithRecord.tsx'
import { ObjectTabs } from '#kit/page/ObjectTabs.tsx'
import { usePathParameters } from '#lib/path-parameters.ts'
import { PageHead } from '#ui/page-head.ts'
import { MetricTemplateDetails } from './MetricTemplateDetails.tsx'
import { inPublic, inTenant, type TemplatePlaces, throughProbe } from './template-places.ts'

/** The page of a template for a tenant's administrators. */
export const TenantMetricTemplatePage = () => <Details places={inTenant} hasHistory />

export const PublicMetricTemplatePage = () => <Details places={inPublic} hasHistory />

/** The page of a template for all users of a tenant, who come from the page of its probe. */
export function MetricTemplateOfProbePage() {
  const { probe = '' } = usePathParameters()
  return <Details places={throughProbe(probe)} />
}

interface Props {
  readonly places: TemplatePlaces
  readonly hasHistory?: boolean
}

const Details = ({ places, hasHistory = false }: Props) => (
  <WithRecord resource={metricTemplates} paths={places.templates} view={places.view}>
    {({ record }) => (
      <PageHead value={hasHistory && <ObjectTabs paths={places.templates} name={record.name} />}>
        <MetricTemplateDetails template={record} places={places} />
      </PageHead>
    )}
  </WithRecord>
)
