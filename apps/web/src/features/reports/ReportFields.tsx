import { Button, Checkbox } from '@mantine/core'
import { readFilters } from '@quatrain/contract/reports/report-filters.ts'
import { type ReactNode, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import type { View } from '#kit/api/queries.ts'
import { CheckboxField, GroupField, TextAreaField, TextField, useIsReadOnly, useProblem } from '#kit/fields/fields.tsx'
import formClasses from '#kit/form/ResourceForm.module.css'
import { Section } from '#kit/page/Section.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { Notice } from '#ui/Notice.tsx'
import { LabelledValue, ValueText } from '#ui/ValueText.tsx'
import { FilterCard } from './FilterCard.tsx'
import { ProfileFields, type ProfileNames } from './ProfileFields.tsx'
import { hasEntities, limits, type ReportValues } from './report-values.ts'
import classes from './reports.module.css'
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
      <CheckboxField name="disabled" label="Disabled" />
      <TextAreaField name="description" label="Description" rows={4} isOptional />
      <GroupField name="groupname" kind="reports" description="Members of this group may change the report." />
    </div>
    <ProfileFields view={view} names={profiles} />
    <TopologySection tags={tags} scope={scope} />
    <ReportLimitFields />
    <Section title="Computations">
      <CheckboxField name="computes_ar" label="Availability and reliability" />
      <CheckboxField name="computes_status" label="Status" />
      <Trends />
    </Section>
    <KeptParts />
  </>
)

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

interface TopologyProps {
  /** Undefined if the topology is unknown, or not needed because nothing can be changed. */
  readonly tags?: TopologyTags | undefined
  /** What the report covers; beside the filters. */
  readonly scope?: ReactNode
}

/** The part of the topology that a report covers: its type, and the filters of groups and endpoints. */
function TopologySection({ tags, scope }: TopologyProps) {
  const [type, stored] = useWatch<ReportValues, ['topology_type', 'stored']>({ name: ['topology_type', 'stored'] })
  const isReadOnly = useIsReadOnly()
  const isShown = type !== '' || stored.filter_tags.length > 0 || isReadOnly
  return (
    <Section title="Topology configuration">
      {isReadOnly ? (
        <ValueText label="Topology type" value={type || stored.topology_types.join(' / ')} />
      ) : (
        <TopologyTypeField levels={stored.topology_types} />
      )}
      {isShown && (
        <div className={classes.cards}>
          <FilterCard card="group" title="Group of groups" tags={tags?.group} />
          <FilterCard card="endpoint" title="Group of endpoints" tags={tags?.endpoint} />
          {scope}
        </div>
      )}
    </Section>
  )
}

type Former = Pick<ReportValues, 'topology_type' | 'group' | 'endpoint'>

/** Changing the type asks whether to clear the entities, which belong to the former one. */
function TopologyTypeField({ levels }: { readonly levels: readonly string[] }) {
  const { field } = useController<ReportValues, 'topology_type'>({ name: 'topology_type' })
  const { getValues, setValue, trigger } = useFormContext<ReportValues>()
  const [former, setFormer] = useState<Former>()
  const [isCleared, setIsCleared] = useState(false)
  const set = ({ topology_type, group, endpoint }: Former) => {
    const options = { shouldDirty: true, shouldTouch: true }
    setValue('group', group, options)
    setValue('endpoint', endpoint, options)
    setValue('topology_type', topology_type, options)
    void trigger(['topology_type', 'group', 'endpoint'])
  }
  const change = (type: string) => {
    const { topology_type, group, endpoint } = getValues()
    setFormer(hasEntities({ group, endpoint }) ? { topology_type, group, endpoint } : undefined)
    setIsCleared(false)
    set({ topology_type: type, group, endpoint })
  }
  const clear = () => {
    const { topology_type, group, endpoint } = getValues()
    const emptyCard = { first: [], second: [] }
    set({ topology_type, group: { ...group, ...emptyCard }, endpoint: { ...endpoint, ...emptyCard } })
    setIsCleared(true)
  }
  const undo = () => {
    if (former) set(former)
    setFormer(undefined)
  }
  const unknown = levels.length > 0 ? `${levels.join(' / ')} (as stored)` : 'Choose a topology type'
  return (
    <>
      <NativeSelect
        {...field}
        className={classes.type ?? ''}
        label="Topology type"
        error={useProblem('topology_type')}
        data={[{ value: '', label: unknown }, 'Sites', 'ServiceGroups']}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {former && (
        <Notice
          kind="info"
          role="status"
          actions={
            <>
              {!isCleared && (
                <Button variant="default" size="compact-sm" onClick={clear}>
                  Clear entities
                </Button>
              )}
              <Button variant="default" size="compact-sm" onClick={undo}>
                Undo the change of type
              </Button>
            </>
          }
        >
          {isCleared
            ? 'The entities of the former topology type were cleared.'
            : 'The chosen entities belong to the former topology type.'}
        </Notice>
      )}
    </>
  )
}
