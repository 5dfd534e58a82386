import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { aggregationProfileKind } from '#features/aggregation-profiles/aggregation-profiles.kind.ts'
import { metricProfileKind } from '#features/metric-profiles/metric-profiles.kind.ts'
import { reportKind } from '#features/reports/reports.kind.ts'
import { thresholdsProfileKind } from '#features/thresholds-profiles/thresholds-profiles.kind.ts'
import { declaredFields, type Identities, withOtherFields } from '#kit/two-stores/document-fields.ts'

// Fields of the Web API's documents that the console does not know, at any depth: no change of the console may lose them.

interface Subject {
  readonly item: z.ZodType
  readonly identities: Identities
}

const kinds = [metricProfileKind, aggregationProfileKind, thresholdsProfileKind, reportKind].map(
  ({ resource, remote: { item, identities } }): [string, Subject] => [resource.kind, { item, identities }],
)

/** Fields of another program. */
const others = fc.dictionary(fc.constantFrom('x_note', 'x_weight', 'xs'), fc.jsonValue(), { maxKeys: 2 })

/** Documents with such fields in every object; schemas that contain themselves end after a few levels. */
function documentsOf(schema: unknown, depth = 0): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return documentsOf(schema.unwrap(), depth)
  if (schema instanceof z.ZodArray) return fc.array(documentsOf(schema.element, depth), { maxLength: 4 })
  if (schema instanceof z.ZodObject) {
    const given = Object.entries(schema.shape).filter(([, part]) => depth < 5 || !(part instanceof z.ZodOptional))
    const fields = given.map(([field, part]) => [field, documentsOf(part, depth + 1)] as const)
    return fc.tuple(fc.record(Object.fromEntries(fields)), others).map(([own, more]) => ({ ...own, ...more }))
  }
  if (schema instanceof z.ZodNumber) return fc.integer()
  // Few texts, so that identities repeat.
  return schema instanceof z.ZodString ? fc.constantFrom('', 'a', 'b', 'c') : fc.boolean()
}

interface Groups {
  readonly groups: readonly Record<string, unknown>[]
}

const textOf = (value: unknown): string => JSON.stringify(value)

describe.each(kinds)('of the kind %s', (_, { item, identities }) => {
  const options = { schema: item, identities }

  test('no declared field counts as another one', () => {
    fc.assert(
      fc.property(documentsOf(item), (document) => {
        const declared = declaredFields(item, document)
        expect(item.safeParse(declared).data).toEqual(declared)
        expect(textOf(declared)).not.toMatch(/"xs?_?/)
      }),
    )
  })

  test('a document that is sent unchanged is sent with all of them', () => {
    fc.assert(
      fc.property(documentsOf(item), (document) => {
        expect(withOtherFields(options, declaredFields(item, document), document)).toEqual(document)
      }),
    )
  })

  test.each(Object.keys(identities))('items of %s keep theirs when others are added, removed and reordered', (list) => {
    const identity = identities[list] ?? []
    const nameOf = (element: Record<string, unknown>) => textOf(identity.map((field) => element[field] ?? ''))
    const listIn = (schema: unknown): unknown => {
      if (schema instanceof z.ZodArray) return listIn(schema.element)
      if (!(schema instanceof z.ZodObject)) return undefined
      const found: unknown = schema.shape[list]
      const inner = Object.values(schema.shape).filter((part) => !(part instanceof z.ZodOptional))
      return found ?? inner.map(listIn).find(Boolean)
    }
    const schema = listIn(item)
    const lists = documentsOf(schema) as fc.Arbitrary<Record<string, unknown>[]>
    fc.assert(
      fc.property(lists, fc.func(fc.integer()), (current, orderOf) => {
        const unique = [...new Map(current.map((element) => [nameOf(element), element])).values()]
        const kept = unique.filter((element) => orderOf(textOf(element)) % 3 !== 0)
        const sent = declaredFields(
          schema,
          kept.toSorted((a, b) => orderOf(textOf(a)) - orderOf(textOf(b))),
        )
        const written = withOtherFields({ schema, identities }, sent, unique, list)
        for (const element of written as Record<string, unknown>[]) expect(unique).toContainEqual(element)
      }),
    )
  })
})

describe('a group of an aggregation profile', () => {
  const { item, identities } = aggregationProfileKind.remote
  const options = { schema: item, identities }
  const service = (name: string, note?: string) => ({ name, operation: 'AND', ...(note && { x_note: note }) })
  const group = (name: string, services: object[], note?: string) => ({
    name,
    operation: 'OR',
    services,
    ...(note && { x_note: note }),
  })
  const write = (groups: object[], current: object[]) => withOtherFields(options, { groups }, { groups: current })
  const current = [group('web', [service('portal', 'inner')], 'outer'), group('storage', [service('SRM')], 'second')]
  const storage = group('storage', [service('SRM')])

  test('that is renamed keeps them, with those of its services', () => {
    expect(write([storage, group('new', [service('portal')])], current)).toEqual({
      groups: [current[1], { ...current[0], name: 'new' }],
    })
  })

  test.each([
    ['its operation', { operation: 'AND' }],
    ['its services', { services: [service('added'), service('portal')] }],
    ['the operation of a service', { services: [{ ...service('portal'), operation: 'OR' }] }],
  ])('that is renamed together with a change of %s keeps them', (_, change) => {
    const [written] = (write([{ ...group('new', [service('portal')]), ...change }, storage], current) as Groups).groups
    const services = expect.arrayContaining([expect.objectContaining({ name: 'portal', x_note: 'inner' })])
    expect(written).toMatchObject({ ...change, name: 'new', x_note: 'outer', services })
  })

  test.each([
    ['only other services', [service('other')]],
    ['mostly other services', [service('portal'), service('a'), service('b')]],
  ])('that has %s is a new one', (_, services) => {
    const other = group('new', services)
    expect((write([other, storage], current) as Groups).groups[0]).toEqual(other)
  })

  // Whatever is renamed and changed together, as long as most services show which group it was.
  test('gives them to one group only: to the one that has most of its services', () => {
    const notes = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 6 })
    const changes = fc.func(
      fc.record({ operation: fc.constantFrom('AND', 'OR'), isRenamed: fc.boolean(), drop: fc.nat(2) }),
    )
    fc.assert(
      fc.property(notes, changes, (notes, changeOf) => {
        const before = notes.map((note) =>
          group(
            `group ${note}`,
            ['a', 'b', 'c', 'd', 'e'].map((name) => service(`${name}${note}`)),
            `note ${note}`,
          ),
        )
        const sent = notes.map((note) => {
          const { operation, isRenamed, drop } = changeOf(note)
          // Two services of the next group are moved here.
          const services = ['a', 'b', 'c', 'd', 'e'].slice(drop).map((name) => service(`${name}${note}`))
          const moved = ['a', 'b'].map((name) => service(`${name}${note + 1}`))
          return { name: `${isRenamed ? 'new' : 'group'} ${note}`, operation, services: [...services, ...moved] }
        })
        const { groups } = write(sent, before) as Groups
        expect(groups.map(({ x_note }) => x_note)).toEqual(notes.map((note) => `note ${note}`))
      }),
    )
  })

  test('with another service in the place of one gives it none of them', () => {
    const [written] = (write([group('web', [service('other')]), storage], current) as { groups: object[] }).groups
    expect(written).toEqual(group('web', [service('other')], 'outer'))
  })
})
