import { useWatch } from 'react-hook-form'
import type { View } from '#kit/api/queries.ts'
import { SuggestField, useIsReadOnly } from '#kit/fields/fields.tsx'
import { Section } from '#kit/page/Section.tsx'
import { paths } from '#lib/paths.ts'
import { capitalized } from '#lib/words.ts'
import type { Suggestion } from '#ui/suggestions.ts'
import { LinkedValue } from '#ui/ValueText.tsx'
import type { ReportValues } from './report-values.ts'
import classes from './reports.module.css'

export type ProfileType = (typeof profileTypes)[number]
/** The names of all profiles, as suggestions. */
export type ProfileNames = Readonly<Record<ProfileType, readonly Suggestion[]>>

/** The pages of the profiles of a report. */
export const profilePlaces = {
  metric: { member: paths.metricProfiles, public: paths.publicMetricProfiles },
  aggregation: { member: paths.aggregationProfiles, public: paths.publicAggregationProfiles },
  operations: { member: paths.operationsProfiles, public: paths.publicOperationsProfiles },
  thresholds: { member: paths.thresholdsProfiles, public: paths.publicThresholdsProfiles },
} as const

export const profileTypes = ['metric', 'aggregation', 'operations', 'thresholds'] as const

/** The profiles that a report is computed with. */
export const ProfileFields = ({ view, names }: { readonly view: View; readonly names?: ProfileNames | undefined }) => (
  <Section title="Profiles">
    <div className={classes.columns}>
      {profileTypes.map((type) => (
        <ProfileField key={type} type={type} view={view} suggestions={names?.[type] ?? []} />
      ))}
    </div>
  </Section>
)

interface FieldProps {
  readonly type: ProfileType
  readonly view: View
  readonly suggestions: readonly Suggestion[]
}

function ProfileField({ type, view, suggestions }: FieldProps) {
  const name = `${type}_profile` as const
  const label = `${capitalized(type)} profile`
  const value = useWatch<ReportValues, typeof name>({ name })
  if (useIsReadOnly()) return <LinkedValue label={label} value={value} to={profilePlaces[type][view].details(value)} />
  return <SuggestField name={name} label={label} suggestions={suggestions} isOptional={type === 'thresholds'} />
}
