import { Button } from '@mantine/core'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { Link } from 'react-router'
import { WithRecord } from '#kit/form/WithRecord.tsx'
import { usePathParameters } from '#lib/path-parameters.ts'
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
      <MetricTemplateDetails
        template={record}
        places={places}
        actions={
          hasHistory && (
            <Button component={Link} variant="default" to={places.templates.history(record.name)}>
              History
            </Button>
          )
        }
      />
    )}
  </WithRecord>
)
