import { useCallback, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { GroupedRowsField } from '#kit/row-table/GroupedRowsField.tsx'
import { Mark } from '#ui/Mark.tsx'
import classes from './aggregation.module.css'
import type { AggregationProfileValues } from './aggregation-profile-form.ts'
import { groupMembers, groupRows, operationSuggestions, type ServiceRow } from './group-rows.ts'
import { useKnownServices, useProfileServices } from './use-profile-services.ts'

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
