import { replacedRules } from '@quatrain/contract/thresholds/rule-precedence.ts'
import { repeatedLabel } from '@quatrain/contract/thresholds/threshold-rules.ts'
import { useMemo } from 'react'
import { z } from 'zod'
import { Mark } from '#ui/Mark.tsx'
import { type RuleRow, targetOf } from './rule-rows.ts'

interface Props {
  readonly row: RuleRow
  /** The metrics of the tenant; undefined while they are not loaded. */
  readonly knownMetrics: ReadonlySet<string> | undefined
  /** The number of the rule that is used instead. */
  readonly replacedBy: number | undefined
}

/** What is remarkable about a rule, besides errors. */
export function RuleNotes({ row, knownMetrics, replacedBy }: Props) {
  const metric = row.metric.trim()
  return (
    <>
      {metric !== '' && knownMetrics?.has(metric) === false && <Mark tone="warn">Unknown metric</Mark>}
      {replacedBy !== undefined && <Mark tone="warn">{`Replaced by rule ${replacedBy}`}</Mark>}
      {repeatedLabel(row.thresholds) !== undefined && <Mark tone="warn">Repeated label</Mark>}
    </>
  )
}

const entries = z.array(z.tuple([z.string(), z.number()]))

/**
 * The rules that a later one for the same metric, host and group replaces: by the id of the row, the number of the later
 * rule. The map stays the same object while it has the same content, so that rows are not rendered again.
 */
export function useReplacedRules(rows: readonly RuleRow[]): ReadonlyMap<string, number> {
  const numbered = rows.map((row, index) => ({ row, number: index + 1 })).filter(({ row }) => row.metric.trim() !== '')
  const replaced = replacedRules(numbered.map(({ row }) => targetOf(row)))
  const content = JSON.stringify([...replaced].map(([index, by]) => [numbered[index]?.row.id, numbered[by]?.number]))
  return useMemo(() => new Map(entries.parse(JSON.parse(content))), [content])
}
