import { aggregationOperations, endpointGroups } from '@quatrain/contract/resources/aggregation-profile.ts'
import { GroupField } from '#kit/fields/GroupField.tsx'
import { SelectField } from '#kit/fields/SelectField.tsx'
import { SuggestField } from '#kit/fields/SuggestField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import formClasses from '#kit/form/ResourceForm.module.css'
import type { Suggestion } from '#ui/suggestions.ts'
import classes from './aggregation.module.css'

interface Props {
  readonly fixedName?: string | undefined
  readonly metricProfiles?: readonly Suggestion[]
}

const operation = { options: aggregationOperations, placeholder: 'Choose an operation' } as const

/** The fields of an aggregation profile besides its groups. */
export const AggregationFields = ({ fixedName, metricProfiles = [] }: Props) => (
  <>
    <div className={formClasses.fields}>
      <TextField name="name" label="Name" description="Name of aggregation profile" isMono fixed={fixedName} />
      <GroupField name="groupname" kind="aggregations" description="Aggregation profile is member of given group." />
    </div>
    <section className={classes.section} aria-labelledby="operations">
      <h2 id="operations">Operations, endpoint group and metric profile</h2>
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
        <SuggestField
          name="metric_profile"
          label="Metric profile"
          description="Metric profile associated to Aggregation profile. Service flavours defined in service flavour groups originate from selected metric profile."
          suggestions={metricProfiles}
        />
      </div>
    </section>
  </>
)
