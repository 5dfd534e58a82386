import { type ThresholdsProfile, thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { metricNamesFor } from '#features/metrics/metric-names.queries.ts'
import { reportsUsing } from '#features/profile-usage/reports-using.queries.ts'
import { GroupField, TextField } from '#kit/fields/fields.tsx'
import { ReadOnlyForm } from '#kit/form/ReadOnlyForm.tsx'
import formClasses from '#kit/form/ResourceForm.module.css'
import { Dependents } from '#kit/page/WhereUsed.tsx'
import { type DetailsProps, readOnlyPages } from '#kit/resource/read-pages.tsx'
import { GroupedRowsList } from '#kit/row-table/GroupedRowsField.tsx'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { limitWidths } from './limit-widths.ts'
import { RuleNotes, useReplacedRules } from './RuleNotes.tsx'
import { RuleTester } from './RuleTester.tsx'
import { columns, notesOf, ruleMembers } from './rule-columns.tsx'
import { type RuleRow, ruleRows, targetOf } from './rule-rows.ts'
import classes from './thresholds.module.css'
import { type ThresholdsProfileValues, thresholdsProfileDefinition } from './thresholds-profile-form.ts'

/** A thresholds profile, read-only. */
export function ThresholdsProfileDetails(props: DetailsProps<typeof thresholdsProfiles, ThresholdsProfileValues>) {
  const { title, object, values, view, actions, notice, record } = props
  const { rules } = values
  const { data: knownMetrics } = useQuery(metricNamesFor(view))
  const replaced = useReplacedRules(rules)
  const [target, setTarget] = useState(() => targetOf(rules[0]))
  const marksOf = useCallback(
    (row: RuleRow) => <RuleNotes row={row} knownMetrics={knownMetrics} replacedBy={replaced.get(row.id)} />,
    [knownMetrics, replaced],
  )
  return (
    <PageFrame title={title} object={object} actions={actions}>
      {notice}
      <ReadOnlyForm values={values}>
        <ThresholdsProfileFields />
        <RulesFrame rules={rules}>
          <GroupedRowsList
            groups={rules}
            definition={ruleRows}
            members={ruleMembers}
            label="Thresholds rules"
            groupMarksOf={marksOf}
            marksOf={notesOf}
            columns={columns}
          />
        </RulesFrame>
        <RuleTester rows={rules} target={target} onTarget={setTarget} />
        {record && view === 'member' && <ThresholdsProfileUsage {...record} />}
      </ReadOnlyForm>
    </PageFrame>
  )
}

/** The fields of a thresholds profile besides its rules. */
export const ThresholdsProfileFields = ({ fixedName }: { readonly fixedName?: string | undefined }) => (
  <div className={formClasses.fields}>
    <TextField name="name" label="Name" isMono fixed={fixedName} />
    <GroupField
      name="groupname"
      kind="thresholdsprofiles"
      description="Members of this group may change the profile."
    />
  </div>
)

/** The reports that use a thresholds profile. */
export const ThresholdsProfileUsage = ({ apiid, name }: Pick<ThresholdsProfile, 'apiid' | 'name'>) => (
  <Dependents
    object={{ kind: thresholdsProfiles.kind, name }}
    query={useQuery(reportsUsing('thresholds', apiid))}
    emptyText="No report uses this thresholds profile."
  />
)

export const publicThresholdsProfilePages = readOnlyPages({
  definition: thresholdsProfileDefinition,
  paths: paths.publicThresholdsProfiles,
  view: 'public',
  Details: ThresholdsProfileDetails,
})

/** Around the table of rules: its columns share the width by the numbers they hold. */
export function RulesFrame({ rules, children }: { readonly rules: readonly RuleRow[]; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const style = useMemo(() => limitWidths(rules), [rules])
  const excess = style['--excess']
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows above a cell change their heights with the excess
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (box.current?.contains(focused)) focused?.scrollIntoView({ block: 'nearest' })
  }, [excess])
  return (
    <div ref={box} className={classes.rules} style={style}>
      {children}
    </div>
  )
}
