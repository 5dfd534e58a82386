import { Button } from '@mantine/core'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { Link, useParams } from 'react-router'
import { WithRecord } from '#kit/WithRecord.tsx'
import { MetricTemplateDetails } from './MetricTemplateDetails.tsx'
import { inPublic, inTenant, type TemplatePlaces, throughProbe } from './template-places.ts'

/** For a tenant's administrators. */
export const TenantMetricTemplatePage = () => <Details places={inTenant} history="History" />

export const PublicMetricTemplatePage = () => <Details places={inPublic} history="Versions" />

/** For everybody in a tenant, from the probe that runs it. */
export function MetricTemplateOfProbePage() {
  const { probe = '' } = useParams()
  return <Details places={throughProbe(probe)} />
}

interface Props {
  readonly places: TemplatePlaces
  /** What the way to its versions is called, where there is one. */
  readonly history?: string
}

const Details = ({ places, history }: Props) => (
  <WithRecord resource={metricTemplates} paths={places.templates} view={places.view}>
    {({ record }) => (
      <MetricTemplateDetails
        template={record}
        places={places}
        actions={
          history !== undefined && (
            <Button component={Link} variant="default" to={places.templates.history(record.name)}>
              {history}
            </Button>
          )
        }
      />
    )}
  </WithRecord>
)
