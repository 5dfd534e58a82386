import type { WebApiOperationsProfile } from '../web-api/operations-profiles.ts'

/** The parts of an operations profile that combining states needs. */
export type OperationsRules = Pick<WebApiOperationsProfile, 'available_states' | 'defaults' | 'operations'>

/** The state that a combination results in, or a sentence that says why it has no result. */
export type Outcome =
  | { readonly state: string; readonly problem?: undefined }
  | { readonly state?: undefined; readonly problem: string }

/** Combines two states; their order is irrelevant. */
export type Combine = (a: string, b: string) => Outcome

/**
 * Combines two states by the truth table of an operation. There is no result if the profile has no such operation, if
 * the table has no row or rows with different results for the two states, or if a state is not available. `problem` is
 * what is wrong with the operation itself.
 */
export function truthTable(
  rules: OperationsRules,
  operation: string,
): { readonly combine: Combine; readonly problem?: string } {
  const operations = rules.operations.filter(({ name }) => name === operation)
  if (operations.length === 0) {
    const problem =
      operation === '' ? 'No operation is chosen.' : `The operations profile has no operation ${operation}.`
    return { combine: () => ({ problem }), problem }
  }
  const results = resultsOf(operations.flatMap(({ truth_table }) => truth_table))
  const states = new Set(rules.available_states)
  return {
    combine(a, b) {
      const problem = unavailable(states, a) ?? unavailable(states, b)
      if (problem) return { problem }
      const [state, ...otherStates] = results.get(a)?.get(b) ?? []
      if (state === undefined) return { problem: `${operation} has no result for ${a} and ${b}.` }
      if (otherStates.length > 0) return { problem: `${operation} has several results for ${a} and ${b}.` }
      if (states.has(state)) return { state }
      return { problem: `${operation} results in ${state} for ${a} and ${b}, which is not an available state.` }
    },
  }
}

/** A sentence if the state is not available. */
export const unavailable = (states: ReadonlySet<string>, state: string): string | undefined =>
  states.has(state) ? undefined : `${state || 'An empty state'} is not an available state of the operations profile.`

/** The different results for each two states, in both orders. */
function resultsOf(rows: OperationsRules['operations'][number]['truth_table']) {
  const results = new Map<string, Map<string, Set<string>>>()
  const add = (a: string, b: string, x: string) => {
    const ofA = results.get(a) ?? new Map<string, Set<string>>()
    results.set(a, ofA.set(b, (ofA.get(b) ?? new Set()).add(x)))
  }
  for (const { a, b, x } of rows) {
    add(a, b, x)
    add(b, a, x)
  }
  return results
}
