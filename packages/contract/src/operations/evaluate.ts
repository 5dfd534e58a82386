import { type Fold, type Folding, foldWithProblem } from './fold.ts'
import type { OperationsRules } from './truth-table.ts'

/** The statuses that a monitored service can have. */
export const serviceStatuses = ['OK', 'WARNING', 'CRITICAL', 'UNKNOWN', 'MISSING', 'DOWNTIME'] as const

export type ServiceStatus = (typeof serviceStatuses)[number]

/** The state by which a status is combined: three of them have defaults in the operations profile. */
export function stateOf(status: ServiceStatus, { down, missing, unknown }: OperationsRules['defaults']): string {
  if (status === 'DOWNTIME') return down
  if (status === 'MISSING') return missing
  return status === 'UNKNOWN' ? unknown : status
}

/** The parts of an aggregation profile from which statuses are computed. */
export interface AggregatedGroups {
  readonly profile_operation: string
  readonly groups: readonly {
    readonly name: string
    readonly operation: string
    readonly services: readonly { readonly name: string }[]
  }[]
}

export interface Evaluation {
  /** The combined services of each group, in the order of the groups. */
  readonly groups: readonly Fold[]
  /** The combination of the groups' results. */
  readonly whole: Fold
}

/**
 * The result of each group of an aggregation profile and of the whole, from the status of each service. If a group has
 * no result, the whole has none.
 */
export function evaluate(
  { groups, profile_operation }: AggregatedGroups,
  statusOf: (service: string) => ServiceStatus,
  fold: Folding,
  { defaults }: Pick<OperationsRules, 'defaults'>,
): Evaluation {
  const results = groups.map(({ operation, services }) =>
    fold(
      operation,
      services.map(({ name }) => stateOf(statusOf(name), defaults)),
    ),
  )
  const undecided = results.findIndex(({ outcome }) => outcome.problem !== undefined)
  if (undecided >= 0) {
    return {
      groups: results,
      whole: foldWithProblem(`The group ${groups[undecided]?.name || undecided + 1} has no result.`),
    }
  }
  const states = results.flatMap(({ outcome: { state } }) => (state === undefined ? [] : [state]))
  return { groups: results, whole: fold(profile_operation, states) }
}
