import fc from 'fast-check'
import { choice, type Data, type Fields, list, pairs, records, text } from '../src/compare/field.ts'

/** Like an aggregation profile: groups with an operator and services. */
export const nestedFields: Fields = {
  name: text('name'),
  operator: choice('operator'),
  tags: list('tags', 'Tag'),
  config: pairs('config'),
  groups: records('groups', {
    identity: { name: 'Group' },
    fields: {
      operator: choice('operator'),
      services: records('services', { identity: { name: 'Service' }, fields: { operator: choice('operator') } }),
      limits: records('limits', { identity: { label: 'Label' }, fields: { warning: text('w') }, isOrdered: true }),
    },
  }),
}

const operator = fc.constantFrom('AND', 'OR')
const name = fc.constantFrom('a', 'b', 'c', 'd')
const some = <T extends Data>(item: fc.Arbitrary<T>, identity: (item: T) => unknown) =>
  fc.uniqueArray(item, { selector: identity, maxLength: 4 })
export const nestedObjects: fc.Arbitrary<Data> = fc.record({
  name,
  operator,
  tags: fc.uniqueArray(name),
  config: some(fc.record({ key: name, value: fc.constantFrom('', '1', '2') }), ({ key }) => key),
  groups: some(
    fc.record({
      name,
      operator,
      services: some(fc.record({ name, operator }), ({ name }) => name),
      limits: some(fc.record({ label: name, warning: fc.constantFrom('1', '2') }), ({ label }) => label),
    }),
    ({ name }) => name,
  ),
})

/** The same object, with unordered lists sorted, so that equal objects are deeply equal. */
export function canonical(data: Data): unknown {
  const byName = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)
  const listed = (value: unknown) => (Array.isArray(value) ? value : [])
  return {
    ...data,
    tags: listed(data.tags).toSorted(),
    groups: listed(data.groups)
      .map((group) => ({ ...group, services: listed(group.services).toSorted(byName) }))
      .toSorted(byName),
  }
}

/** An object with one group of these services. */
export const objectWithGroup = (operator: string, services: readonly string[]): Data => ({
  name: 'profile',
  operator: 'AND',
  tags: [],
  config: [],
  groups: [{ name: 'g', operator, services: services.map((name) => ({ name, operator: 'OR' })), limits: [] }],
})
