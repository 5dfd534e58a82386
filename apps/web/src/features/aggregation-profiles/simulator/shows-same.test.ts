import { evaluate, type ServiceStatus } from '@quatrain/contract/operations/evaluate.ts'
import { foldingBy } from '@quatrain/contract/operations/fold.ts'
import { expect, test } from 'vitest'
import { type Statuses, showsSame } from './Simulator.tsx'

const worst = ['OK', 'WARNING', 'CRITICAL']
const truth_table = worst.flatMap((a, at) => worst.slice(at).map((b) => ({ a, b, x: b })))
const rules = {
  available_states: worst,
  defaults: { down: 'WARNING', missing: 'CRITICAL', unknown: 'WARNING' },
  operations: [{ name: 'AND', truth_table }],
}
const fold = foldingBy(rules)
// Every group has a service of its own, one that all have, and 48 others.
const groups = Array.from({ length: 500 }, (_, at) => ({
  name: `group ${at}`,
  operation: 'AND',
  services: ['shared', `own ${at}`, ...Array.from({ length: 48 }, (_, of) => `${at}-${of}`)].map((name) => ({ name })),
}))

/** The numbers of the groups that are drawn again after this change of statuses. */
function drawnAgain(before: Statuses, change: readonly [string, ServiceStatus], open: readonly number[] = []) {
  const after = new Map(before).set(...change)
  const shown = (statuses: Statuses) => {
    const results = evaluate({ profile_operation: 'AND', groups }, (name) => statuses.get(name) ?? 'OK', fold, rules)
    return groups.map((group, at) => ({ group, fold: results.groups[at], statuses, isOpen: open.includes(at) }))
  }
  const now = shown(after)
  return shown(before).flatMap((group, at) => (now[at] && showsSame(group, now[at]) ? [] : [at]))
}

const own = new Map<string, ServiceStatus>(groups.map((_, at) => [`own ${at}`, 'CRITICAL']))

test('only the group with the service is drawn again', () => {
  expect(drawnAgain(new Map(), ['own 7', 'CRITICAL'])).toEqual([7])
  expect(drawnAgain(new Map(), ['7-30', 'MISSING'], [3, 7])).toEqual([7])
})

test('closed groups whose result stays the same are not drawn again', () => {
  expect(drawnAgain(own, ['shared', 'WARNING'])).toEqual([])
  expect(drawnAgain(own, ['shared', 'WARNING'], [3, 7])).toEqual([3, 7])
})

test('every group whose result changes is drawn again, open or closed', () => {
  expect(drawnAgain(new Map(), ['shared', 'CRITICAL'], [3])).toHaveLength(500)
})
