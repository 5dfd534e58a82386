import { expect, test } from 'vitest'
import { formulaOf, namedGroups, resultOf } from './formula.ts'

const group = (name: string, operation: string, ...services: string[]) => ({
  name,
  operation,
  services: services.map((name) => ({ name })),
})
const compute = group('compute', 'OR', 'CREAM-CE', 'ARC-CE')
const site = { endpoint_group: 'sites', profile_operation: 'AND', groups: [compute, group('storage', 'OR', 'SRM')] }

test.each([
  [site, 'site = (CREAM-CE OR ARC-CE) AND (SRM)'],
  [{ ...site, endpoint_group: 'servicegroups', groups: [compute] }, 'service group = (CREAM-CE OR ARC-CE)'],
  [{ ...site, profile_operation: 'XOR', endpoint_group: 'regions' }, 'regions = (CREAM-CE OR ARC-CE) XOR (SRM)'],
  [{ endpoint_group: '', profile_operation: '', groups: [] }, 'result = ?'],
  [{ ...site, profile_operation: '' }, 'site = (CREAM-CE OR ARC-CE) ? (SRM)'],
  [{ ...site, groups: [group('new', '', 'a', 'b'), group('empty', 'OR')] }, 'site = (a ? b) AND (?)'],
  [{ ...site, groups: [group('odd', 'OR', 'a b', '(c)', 'say "d"')] }, 'site = ("a b" OR "(c)" OR "say \\"d\\"")'],
])('%j is %s', (profile, formula) => expect(formulaOf(profile)).toBe(formula))

test('blank rows of a form are no part of the formula', () => {
  const groups = [group('', '', ''), group(' compute ', 'OR', ' ARC-CE ', ''), group('', '', 'SRM'), group('new', '')]
  expect(namedGroups(groups)).toEqual([group('compute', 'OR', 'ARC-CE'), group('', '', 'SRM'), group('new', '')])
})

test('names that objects inherit are no endpoint groups', () => expect(resultOf('constructor')).toBe('constructor'))
