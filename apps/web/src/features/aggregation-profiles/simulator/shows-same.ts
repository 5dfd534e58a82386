import type { ServiceStatus } from '@quatrain/contract/operations/evaluate.ts'
import type { Fold } from '@quatrain/contract/operations/fold.ts'
import type { AggregatedGroup } from './formula.ts'

export type Statuses = ReadonlyMap<string, ServiceStatus>

/** What a group shows. */
export interface ShownGroup {
  readonly group: AggregatedGroup
  /** Undefined without an operations profile. */
  readonly fold: Fold | undefined
  readonly statuses: Statuses
  /** Whether it shows its services. */
  readonly isOpen: boolean
}

/**
 * Whether a group looks the same before and after a change of one status, so that it is not drawn again: a closed one shows
 * only its result, an open one also the statuses of its services, which determine the steps.
 */
export function showsSame(before: ShownGroup, after: ShownGroup): boolean {
  if (before.group !== after.group || before.isOpen !== after.isOpen) return false
  if (!isSameResult(before.fold, after.fold)) return false
  if (!after.isOpen || before.statuses === after.statuses) return true
  return after.group.services.every(({ name }) => before.statuses.get(name) === after.statuses.get(name))
}

const isSameResult = (a: Fold | undefined, b: Fold | undefined) =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.decidedBy === b.decidedBy &&
    a.outcome.state === b.outcome.state &&
    a.outcome.problem === b.outcome.problem)
