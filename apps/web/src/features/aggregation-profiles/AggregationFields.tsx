import {
  type AggregationProfile,
  aggregationOperations,
  aggregationProfiles,
  endpointGroups,
} from '@quatrain/contract/resources/aggregation-profile.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { reportsUsing } from '#features/profile-usage/reports-using.queries.ts'
import type { View } from '#kit/api/queries.ts'
import { GroupField, SelectField, SuggestField, TextField, useIsReadOnly } from '#kit/fields/fields.tsx'
import formClasses from '#kit/form/ResourceForm.module.css'
import { Section } from '#kit/page/Section.tsx'
import { Dependents } from '#kit/page/WhereUsed.tsx'
import { GroupedRowsField } from '#kit/row-table/GroupedRowsField.tsx'
import { paths } from '#lib/paths.ts'
import { Mark } from '#ui/Mark.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import { LinkedValue } from '#ui/ValueText.tsx'
import classes from './aggregation.module.css'
import type { AggregationProfileValues } from './aggregation-profile-form.ts'
import { groupMembers, groupRows, operationSuggestions, type ServiceRow } from './group-rows.ts'
import { useKnownServices, useProfileServices } from './use-profile-services.ts'

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
          description="How the metrics of each service flavour are combined."
        />
        <SelectField
          {...operation}
          name="profile_operation"
          label="Aggregation operation"
          description="How the service flavour groups are combined."
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
      description="The service flavours of the groups come from this metric profile."
      suggestions={suggestions}
    />
  )
}

const extras = {
  suggestionsOf: (field: string) => (field === 'operation' ? operationSuggestions : undefined),
}

/** The groups of a profile with their services, which are suggested from the chosen metric profile. */
export function GroupsField({ base }: { readonly base: AggregationProfileValues }) {
  const metricProfile = useWatch<AggregationProfileValues, 'metric_profile'>({ name: 'metric_profile' })
  const services = useProfileServices(metricProfile)
  const knownServices = useKnownServices(metricProfile)
  const suggested = useMemo(() => (services ?? []).map((value) => ({ value })), [services])
  const suggestionsOf = useCallback(
    (field: string) => (field === 'operation' ? operationSuggestions : suggested),
    [suggested],
  )
  const marksOf = useCallback(
    ({ name }: ServiceRow) => <MissingMark name={name} knownServices={knownServices} />,
    [knownServices],
  )
  return (
    <div className={classes.table}>
      <GroupedRowsField
        name="groups"
        definition={groupRows}
        members={groupMembers}
        stored={base.groups}
        label="Service flavour groups"
        addLabel="Add new group"
        extras={extras}
        memberExtras={{ suggestionsOf, marksOf }}
      />
    </div>
  )
}

interface MissingProps {
  readonly name: string
  readonly knownServices: ReadonlySet<string> | undefined
}

/** Marks a service that the metric profile does not have. */
export const MissingMark = ({ name, knownServices }: MissingProps) =>
  knownServices && name.trim() !== '' && !knownServices.has(name.trim()) ? (
    <span data-missing>
      <Mark tone="accent">Not in metric profile</Mark>
    </span>
  ) : null

/** The reports that use an aggregation profile. */
export const AggregationProfileUsage = ({ apiid, name }: Pick<AggregationProfile, 'apiid' | 'name'>) => (
  <Dependents
    object={{ kind: aggregationProfiles.kind, name }}
    query={useQuery(reportsUsing('aggregation', apiid))}
    emptyText="No report uses this aggregation profile."
  />
)
