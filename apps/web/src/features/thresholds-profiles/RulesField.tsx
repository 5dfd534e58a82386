import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { metricNamesFor } from '#features/metrics/metrics.queries.ts'
import { GroupedRowsField } from '#kit/row-table/GroupedRowsField.tsx'
import { Icon } from '#ui/Icon.tsx'
import { SuggestionSearch } from '#ui/suggestion-search.ts'
import { LimitsHelp } from './LimitsHelp.tsx'
import { RuleNotes } from './RuleNotes.tsx'
import { RulesFrame } from './RulesFrame.tsx'
import { RuleTester } from './RuleTester.tsx'
import { columns, notesOf, ruleMembers } from './rule-columns.tsx'
import { type RuleRow, ruleRows, unitSuggestions } from './rule-rows.ts'
import { useRuleSuggestions } from './rule-suggestions.ts'
import { targetOf } from './targets.ts'
import type { ThresholdsProfileValues } from './thresholds-profile-form.ts'
import { useReplacedRules } from './use-replaced-rules.ts'

const memberExtras = {
  columns,
  marksOf: notesOf,
  suggestionsOf: (field: string) => (field === 'uom' ? unitSuggestions : undefined),
} as const

/** The rules of a profile with their thresholds, and a test of values. */
export function RulesField({ base, isNew }: { readonly base: ThresholdsProfileValues; readonly isNew: boolean }) {
  const { suggestionsOf, search } = useRuleSuggestions()
  const { data: knownMetrics } = useQuery(metricNamesFor('member'))
  const rows = useWatch<ThresholdsProfileValues, 'rules'>({ name: 'rules' })
  const replaced = useReplacedRules(rows)
  const [target, setTarget] = useState(() => targetOf(rows[0]))
  const tester = useRef<HTMLSelectElement>(null)
  const marksOf = useCallback(
    (row: RuleRow) => <RuleNotes row={row} knownMetrics={knownMetrics} replacedBy={replaced.get(row.id)} />,
    [knownMetrics, replaced],
  )
  const actionsOf = useCallback(
    (row: RuleRow) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Test rule ${ruleRows.nameOf(row)}`}
        title="Test"
        onClick={() => {
          setTarget(targetOf(row))
          tester.current?.focus()
        }}
      >
        <Icon name="thresholds" size={16} />
      </ActionIcon>
    ),
    [],
  )
  return (
    <SuggestionSearch value={search}>
      <RulesFrame rules={rows}>
        <GroupedRowsField
          name="rules"
          definition={ruleRows}
          members={ruleMembers}
          stored={base.rules}
          isNew={isNew}
          label="Thresholds rules"
          addLabel="Add new rule"
          extras={{ suggestionsOf, marksOf, actionsOf }}
          memberExtras={memberExtras}
        >
          <LimitsHelp />
        </GroupedRowsField>
      </RulesFrame>
      <RuleTester ref={tester} rows={rows} target={target} onTarget={setTarget} />
    </SuggestionSearch>
  )
}
