import { replacedRules } from '@quatrain/contract/thresholds/rule-precedence.ts'
import { useMemo } from 'react'
import { z } from 'zod'
import type { RuleRow } from './rule-rows.ts'
import { targetOf } from './targets.ts'

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
