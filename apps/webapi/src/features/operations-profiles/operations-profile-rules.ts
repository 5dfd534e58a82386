import type { WebApiOperationsProfileInput } from '@quatrain/contract/web-api/operations-profiles.ts'
import { problemsOfName } from '#kit/names.ts'

/** A profile without rows violates a rule for each of its operations and states: what exceeds this is not searched for. */
const maxProblems = 1000

/** The first violations of the profile, in the order that clients know. */
export function problemsOfOperationsProfile(profile: WebApiOperationsProfileInput): string[] {
  const problems: string[] = []
  for (const problem of violations(profile)) {
    problems.push(problem)
    if (problems.length === maxProblems) break
  }
  return problems
}

function* violations({ name, available_states, defaults, operations }: WebApiOperationsProfileInput) {
  yield* problemsOfName(name)
  yield* repeated(available_states, 'State')
  yield* repeated(
    operations.map(({ name }) => name),
    'Operation',
  )
  const states = new Set(available_states)
  for (const [situation, state] of Object.entries({
    Down: defaults.down,
    Missing: defaults.missing,
    Unknown: defaults.unknown,
  })) {
    if (!states.has(state)) yield `Default ${situation} State: ${state} not in available States`
  }
  for (const { name, truth_table } of operations) {
    for (const row of truth_table) {
      for (const member of ['a', 'b', 'x'] as const) {
        const state = row[member]
        if (!states.has(state)) {
          yield `In Operation: ${name}, statement member ${member}: ${state} contains undeclared state`
        }
      }
    }
  }
  const sorted = [...states].sort(byBytes)
  for (const { name, truth_table } of operations) {
    const mentions = Map.groupBy(
      truth_table.flatMap(({ a, b }) => [a, b]),
      (state) => state,
    )
    for (const state of sorted) {
      const count = mentions.get(state)?.length ?? 0
      if (count < available_states.length - 1) {
        yield `Not enough mentions of state:${state} in operation: ${name}`
      }
    }
  }
}

/** One sentence for each two that are equal. */
function* repeated(names: readonly string[], noun: string) {
  const countByName = new Map<string, number>()
  for (const name of names) {
    const earlierCount = countByName.get(name) ?? 0
    for (let pair = 0; pair < earlierCount; pair += 1) yield `${noun}:${name} is duplicated`
    countByName.set(name, earlierCount + 1)
  }
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
