import type { Fold } from '@quatrain/contract/operations/fold.ts'

/** What decided the result of a fold: `decided by storage`; empty if there is no result, or only one operand. */
export function decisionOf({ steps, decidedBy }: Fold, names: readonly string[]): string {
  const name = decidedBy === undefined || steps.length === 0 ? undefined : names[decidedBy]
  return name === undefined ? '' : `decided by ${name}`
}
