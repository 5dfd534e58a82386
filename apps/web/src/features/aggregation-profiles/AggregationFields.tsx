import { aggregationOperations, endpointGroups } from '@quatrain/contract/resources/aggregation-profile.ts'
import { useWatch } from 'react-hook-form'
import type { View } from '#kit/api/resource-queries.ts'
import { useIsReadOnly } from '#kit/fields/fields-state.ts'
import { GroupField } from '#kit/fields/GroupField.tsx'
import { SelectField } from '#kit/fields/SelectField.tsx'
import { SuggestField } from '#kit/fields/SuggestField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import formClasses from '#kit/form/ResourceForm.module.css'
import { LinkedValue } from '#kit/page/LinkedValue.tsx'
import { Section } from '#kit/page/Section.tsx'
import { paths } from '#lib/paths.ts'
import type { Suggestion } from '#ui/suggestions.ts'
import classes from './aggregation.module.css'
import type { AggregationProfileValues } from './aggregation-profile-form.ts'

interface Props {
  readonly fixedName?: string | undefined
  readonly metricProfiles?: readonly Suggestion[]
  readonly view?: View
}

const operation = { options: aggregationOperations, placeholder: 'Choose an operation' } as const

/** The fields of an aggregation profile besides its groups. */
export const AggregationFields = ({ fixedName, metricProfiles = [], view = 'member' }: Props) => (
  <>
    <div className={formClasses.fields}>
      <TextField name="name" label="Name" isMono fixed={fixedName} />
      <GroupField name="groupname" kind="aggregations" description="Members of this group may change the profile." />
    </div>
    <Section title="Operations, endpoint group and metric profile">
      <div className={classes.columns}>
        <SelectField
          {...operation}
          name="metric_operation"
          label="Metric operation"
          description="Logical operation that will be applied between metrics of each service flavour"
        />
        <SelectField
          {...operation}
          name="profile_operation"
          label="Aggregation operation"
          description="Logical operation that will be applied between defined service flavour groups"
        />
        <SelectField
          name="endpoint_group"
          label="Endpoint group"
          options={endpointGroups}
          placeholder="Choose an endpoint group"
        />
        <MetricProfileField view={view} suggestions={metricProfiles} />
      </div>
    </Section>
  </>
)

interface MetricProfileProps {
  readonly view: View
  readonly suggestions: readonly Suggestion[]
}

function MetricProfileField({ view, suggestions }: MetricProfileProps) {
  const name = useWatch<AggregationProfileValues, 'metric_profile'>({ name: 'metric_profile' })
  const { details } = view === 'public' ? paths.publicMetricProfiles : paths.metricProfiles
  if (useIsReadOnly()) return <LinkedValue label="Metric profile" value={name} to={details(name)} />
  return (
    <SuggestField
      name="metric_profile"
      label="Metric profile"
      description="Metric profile associated to Aggregation profile. Service flavours defined in service flavour groups originate from selected metric profile."
      suggestions={suggestions}
    />
  )
}
