import { type OperationsRules, type Outcome, truthTable, unavailable } from './truth-table.ts'

/** The combination of the result so far with the next state. */
export interface Step {
  readonly leftState: string
  readonly rightState: string
  readonly outcome: Outcome
}

/** The combination of several states, one after the other. */
export interface Fold {
  /** One less than there are states; the last one is the one that has no result, if there is one. */
  readonly steps: readonly Step[]
  readonly outcome: Outcome
  /** The position of the state that brought the result, which no later state changed; undefined if there is none. */
  readonly decidedBy: number | undefined
}

/** Combines states by an operation of one operations profile. */
export type Folding = (operation: string, states: readonly string[]) => Fold

/**
 * Prepares an operations profile for combining states. The result of one state is this state. No states, an unknown
 * operation, a state that is not available and a table that does not determine the result have no result.
 */
export function foldingBy(rules: OperationsRules): Folding {
  const available = new Set(rules.available_states)
  const tables = new Map<string, ReturnType<typeof truthTable>>()
  const tableOf = (operation: string) => {
    const table = tables.get(operation) ?? truthTable(rules, operation)
    tables.set(operation, table)
    return table
  }
  return (operation, states) => {
    const { combine, problem } = tableOf(operation)
    const [first, ...otherStates] = states
    if (problem) return foldWithProblem(problem)
    if (first === undefined) return foldWithProblem('There is nothing to combine.')
    const unknown = unavailable(available, first)
    if (unknown) return foldWithProblem(unknown)
    let [result, decidedBy] = [first, 0]
    const steps: Step[] = []
    for (const [index, rightState] of otherStates.entries()) {
      const outcome = combine(result, rightState)
      steps.push({ leftState: result, rightState, outcome })
      if (outcome.state === undefined) return { steps, outcome, decidedBy: undefined }
      if (outcome.state !== result) decidedBy = index + 1
      result = outcome.state
    }
    return { steps, outcome: { state: result }, decidedBy }
  }
}

/** A fold that has no result. */
export const foldWithProblem = (problem: string): Fold => ({ steps: [], outcome: { problem }, decidedBy: undefined })
