import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AggregatedGroups, evaluate, type ServiceStatus, serviceStatuses, stateOf } from './evaluate.ts'
import { foldingBy } from './fold.ts'
import type { OperationsRules } from './truth-table.ts'

/** AND results in the state that comes last in this order, OR in the first one. */
const states = ['OK', 'WARNING', 'CRITICAL', 'NO_DATA', 'DOWN']
const operationOf = (name: string, pick: (a: number, b: number) => number) => ({
  name,
  truth_table: states.flatMap((a, at) =>
    states.slice(at).map((b, after) => ({ a, b, x: states[pick(at, at + after)] ?? '' })),
  ),
})
const rules: OperationsRules = {
  available_states: states,
  defaults: { down: 'DOWN', missing: 'NO_DATA', unknown: 'NO_DATA' },
  operations: [operationOf('AND', Math.max), operationOf('OR', Math.min)],
}
const fold = foldingBy(rules)
const evaluated = (profile: AggregatedGroups, statuses: Readonly<Record<string, ServiceStatus>> = {}) =>
  evaluate(profile, (service) => statuses[service] ?? 'OK', fold, rules)

const group = (name: string, operation: string, ...services: string[]) => ({
  name,
  operation,
  services: services.map((name) => ({ name })),
})
const site = {
  profile_operation: 'AND',
  groups: [group('compute', 'OR', 'CREAM-CE', 'ARC-CE'), group('storage', 'OR', 'SRM')],
}

test('statuses without a state of their own have the defaults of the operations profile', () => {
  expect(serviceStatuses.map((status) => stateOf(status, rules.defaults))).toEqual([
    'OK',
    'WARNING',
    'CRITICAL',
    'NO_DATA',
    'NO_DATA',
    'DOWN',
  ])
})

test('one working service of a group is enough, and every group has to work', () => {
  expect(evaluated(site, { 'CREAM-CE': 'CRITICAL' }).whole).toMatchObject({ outcome: { state: 'OK' } })
  const { groups, whole } = evaluated(site, { SRM: 'DOWNTIME' })
  expect(groups.map(({ outcome }) => outcome.state)).toEqual(['OK', 'DOWN'])
  expect(whole).toMatchObject({ outcome: { state: 'DOWN' }, decidedBy: 1 })
})

test('a service of two groups has one status', () => {
  const twice = { ...site, groups: [...site.groups, group('copies', 'AND', 'SRM', 'ARC-CE')] }
  expect(evaluated(twice, { SRM: 'WARNING' }).groups.map(({ outcome }) => outcome.state)).toEqual([
    'OK',
    'WARNING',
    'WARNING',
  ])
})

test.each<[string, AggregatedGroups, string]>([
  ['no groups', { ...site, groups: [] }, 'There is nothing to combine.'],
  ['an empty group', { ...site, groups: [group('empty', 'OR')] }, 'The group empty has no result.'],
  ['a group without a name', { ...site, groups: [group('', 'OR')] }, 'The group 1 has no result.'],
  ['an unknown operation', { ...site, profile_operation: 'XOR' }, 'The operations profile has no operation XOR.'],
  ['no operation', { ...site, profile_operation: '' }, 'No operation is chosen.'],
])('a profile with %s has no result', (_, profile, problem) => {
  expect(evaluated(profile).whole.outcome).toEqual({ problem })
})

test('the result of the whole is that of the groups, and no order matters where the truth tables have none', () => {
  const operation = fc.constantFrom('AND', 'OR')
  const services = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { minLength: 1 })
  const groups = fc.array(fc.record({ operation, services }), { minLength: 1, maxLength: 8 })
  const statuses = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    fc.constantFrom(...serviceStatuses),
  )
  fc.assert(
    fc.property(groups, operation, statuses, (drawn, profile_operation, chosen) => {
      const profile = {
        profile_operation,
        groups: drawn.map(({ operation, services }, index) => group(`${index}`, operation, ...services)),
      }
      const { groups, whole } = evaluated(profile, chosen)
      expect(whole).toEqual(
        fold(
          profile_operation,
          groups.map(({ outcome }) => outcome.state ?? ''),
        ),
      )
      const reversed = {
        profile_operation,
        groups: profile.groups.map((one) => ({ ...one, services: one.services.toReversed() })).reverse(),
      }
      expect(evaluated(reversed, chosen).whole.outcome).toEqual(whole.outcome)
    }),
  )
})
