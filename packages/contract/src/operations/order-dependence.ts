import { type OperationsRules, truthTable } from './truth-table.ts'

/** The search would take too long with more states. */
const maxStates = 24

/** Three states whose combination depends on which two are combined first. */
export interface OrderDependence {
  readonly states: readonly [string, string, string]
  /** The result if the first two are combined first. */
  readonly fromLeft: string
  /** The result if the last two are combined first. */
  readonly fromRight: string
}

/** An example of states whose order matters for this operation; undefined if there is none, or too many states. */
export function orderDependence(rules: OperationsRules, operation: string): OrderDependence | undefined {
  const states = [...new Set(rules.available_states)]
  if (states.length > maxStates) return undefined
  const { combine } = truthTable(rules, operation)
  const together = (a: string | undefined, b: string | undefined) =>
    a === undefined || b === undefined ? undefined : combine(a, b).state
  for (const a of states) {
    for (const b of states) {
      for (const c of states) {
        const fromLeft = together(together(a, b), c)
        const fromRight = together(a, together(b, c))
        if (fromLeft !== undefined && fromRight !== undefined && fromLeft !== fromRight) {
          return { states: [a, b, c], fromLeft, fromRight }
        }
      }
    }
  }
  return undefined
}
