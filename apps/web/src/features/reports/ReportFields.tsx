import { Checkbox } from '@mantine/core'
import { readFilters } from '@quatrain/contract/reports/report-filters.ts'
import type { ReactNode } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { View } from '#kit/api/queries.ts'
import { GroupField, TextAreaField, TextField, useIsReadOnly } from '#kit/fields/fields.tsx'
import formClasses from '#kit/form/ResourceForm.module.css'
import { Section } from '#kit/page/Section.tsx'
import { LabelledValue, ValueText } from '#ui/ValueText.tsx'
import { ProfileFields, type ProfileNames } from './ProfileFields.tsx'
import { limits, type ReportValues } from './report-values.ts'
import classes from './reports.module.css'
import { TopologySection } from './TopologySection.tsx'
import type { TopologyTags } from './use-topology.ts'

interface Props {
  readonly view?: View
  readonly profiles?: ProfileNames
  readonly tags?: TopologyTags | undefined
  readonly scope?: ReactNode
}

/** The fields of a report, in a form and read-only. */
export const ReportFields = ({ view = 'member', profiles, tags, scope }: Props) => (
  <>
    <div className={formClasses.fields}>
      <TextField name="name" label="Name" isMono />
      <FlagField name="disabled" label="Disabled" />
      <TextAreaField name="description" label="Description" rows={4} isOptional />
      <GroupField name="groupname" kind="reports" description="Members of this group may change the report." />
    </div>
    <ProfileFields view={view} names={profiles} />
    <TopologySection tags={tags} scope={scope} />
    <ReportLimitFields />
    <Section title="Computations">
      <FlagField name="computes_ar" label="Availability and reliability" />
      <FlagField name="computes_status" label="Status" />
      <Trends />
    </Section>
    <KeptParts />
  </>
)

interface FlagProps {
  readonly name: 'disabled' | 'computes_ar' | 'computes_status'
  readonly label: string
  readonly description?: string
}

function FlagField({ name, label, description }: FlagProps) {
  const { field } = useController<ReportValues, typeof name>({ name })
  if (useIsReadOnly()) return <ValueText label={label} value={field.value ? 'yes' : 'no'} />
  return (
    <Checkbox
      ref={field.ref}
      label={label}
      description={description}
      checked={field.value}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
      onBlur={field.onBlur}
    />
  )
}

const knownTrends = ['flapping', 'status', 'tags'] as const

/** Trends that the form does not know are kept. */
function Trends() {
  const { field } = useController<ReportValues, 'trends'>({ name: 'trends' })
  if (useIsReadOnly()) return <ValueText label="Trends" value={field.value.join(', ')} />
  const unknown = field.value.filter((trend) => !knownTrends.some((knownTrend) => knownTrend === trend))
  return (
    <Checkbox.Group label="Trends" value={field.value} onChange={field.onChange}>
      <div className={classes.options}>
        {[...knownTrends, ...unknown].map((trend) => (
          <Checkbox key={trend} value={trend} label={trend} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** What the report contains besides the fields of the form. It is saved as it is. */
function KeptParts() {
  const [stored, profiles, weight] = useWatch<ReportValues, ['stored', 'other_profiles', 'weight']>({
    name: ['stored', 'other_profiles', 'weight'],
  })
  const { otherFilters } = readFilters(stored.filter_tags)
  if (otherFilters.length + profiles.length === 0 && weight === '') return null
  return (
    <Section title="Kept as stored">
      <p className={classes.hint}>This form cannot change these parts of the report. Saving keeps them.</p>
      {otherFilters.length > 0 && (
        <LabelledValue label="Filters">
          <ul className={classes.profiles}>
            {otherFilters.map(({ name, value, context }) => (
              <li key={JSON.stringify([context, name, value])} className="mono">
                {context} {name} = {value}
              </li>
            ))}
          </ul>
        </LabelledValue>
      )}
      {profiles.length > 0 && (
        <LabelledValue label="Profiles">
          <ul className={classes.profiles}>
            {profiles.map(({ type, id, name }) => (
              <li key={`${type} ${id}`}>
                {type}: {name || id}
              </li>
            ))}
          </ul>
        </LabelledValue>
      )}
      {weight !== '' && <ValueText label="Weight" value={weight} />}
    </Section>
  )
}

const limitLabels = {
  availability: 'Availability',
  reliability: 'Reliability',
  uptime: 'Uptime',
  unknown: 'Unknown',
  downtime: 'Downtime',
} as const

/** The targets that the results are compared with. */
const ReportLimitFields = () => (
  <Section title="Thresholds">
    <div className={classes.narrow}>
      {limits.map((limit) => (
        <TextField key={limit} name={limit} label={limitLabels[limit]} />
      ))}
    </div>
    <p className={classes.hint}>
      Numbers from 0 to 100. Availability and reliability are percentages, and availability is usually the lower one.
      The service that computes reports defines the unit of the others.
    </p>
  </Section>
)
