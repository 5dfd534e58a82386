import { useWatch } from 'react-hook-form'
import type { View } from '#kit/api/queries.ts'
import { SuggestField, useIsReadOnly } from '#kit/fields/fields.tsx'
import { Section } from '#kit/page/Section.tsx'
import { paths } from '#lib/paths.ts'
import type { Suggestion } from '#ui/suggestions.ts'
import { LinkedValue } from '#ui/ValueText.tsx'
import type { ReportValues } from './report-values.ts'
import classes from './reports.module.css'

export type ProfileType = 'metric' | 'aggregation' | 'operations' | 'thresholds'
/** The names of all profiles, as suggestions. */
export type ProfileNames = Readonly<Record<ProfileType, readonly Suggestion[]>>

const fields = [
  { type: 'metric', label: 'Metric profile', member: paths.metricProfiles, public: paths.publicMetricProfiles },
  {
    type: 'aggregation',
    label: 'Aggregation profile',
    member: paths.aggregationProfiles,
    public: paths.publicAggregationProfiles,
  },
  {
    type: 'operations',
    label: 'Operations profile',
    member: paths.operationsProfiles,
    public: paths.publicOperationsProfiles,
  },
  {
    type: 'thresholds',
    label: 'Thresholds profile',
    isOptional: true,
    member: paths.thresholdsProfiles,
    public: paths.publicThresholdsProfiles,
  },
] as const

/** The profiles that a report is computed with. */
export const ProfileFields = ({ view, names }: { readonly view: View; readonly names?: ProfileNames | undefined }) => (
  <Section title="Profiles">
    <div className={classes.columns}>
      {fields.map((field) => (
        <ProfileField key={field.type} field={field} view={view} suggestions={names?.[field.type] ?? []} />
      ))}
    </div>
  </Section>
)

interface FieldProps {
  readonly field: (typeof fields)[number]
  readonly view: View
  readonly suggestions: readonly Suggestion[]
}

function ProfileField({ field, view, suggestions }: FieldProps) {
  const name = `${field.type}_profile` as const
  const value = useWatch<ReportValues, typeof name>({ name })
  if (useIsReadOnly()) return <LinkedValue label={field.label} value={value} to={field[view].details(value)} />
  return <SuggestField name={name} label={field.label} suggestions={suggestions} isOptional={'isOptional' in field} />
}
