import { applied, withoutOrder } from '@quatrain/contract/testing/applied-changes.ts'
import {
  canonical,
  nestedFields as fields,
  objectWithGroup as group,
  nestedObjects as objects,
} from '@quatrain/contract/testing/nested-objects.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diff, size } from './compare.ts'
import type { Data } from './field.ts'
import type { Change } from './rules.ts'

const isAlike = (one: Data, other: Data) => JSON.stringify(canonical(one)) === JSON.stringify(canonical(other))

describe('a difference', () => {
  test('is empty if and only if both are equal, whatever the order of unordered lists', () => {
    fc.assert(
      fc.property(objects, objects, (a, b) => {
        expect(size(diff(fields, a, b)) === 0).toBe(isAlike(a, b))
      }),
    )
  })

  test('applied to the state before results in the members of the state after', () => {
    fc.assert(
      fc.property(objects, objects, (a, b) => {
        expect(withoutOrder(applied(fields, diff(fields, a, b), a))).toEqual(withoutOrder(b))
      }),
    )
  })

  test('is plain data: after a round trip through JSON it has the same result', () => {
    fc.assert(
      fc.property(objects, objects, (a, b) => {
        const sent = JSON.parse(JSON.stringify(diff(fields, a, b)))
        expect(withoutOrder(applied(fields, sent, a))).toEqual(withoutOrder(b))
      }),
    )
  })

  test('of a group with another operator is one change, without the services of the group', () => {
    const before = group('AND', ['a', 'b'])
    const changes = diff(fields, before, group('OR', ['a', 'b']))
    expect(size(changes)).toBe(1)
    expect(recordsIn(changes.groups).changed.map(({ changes }) => changes)).toEqual([
      { operator: { kind: 'choice', before: 'AND', after: 'OR' } },
    ])
  })

  test('contains a member at another place as moved', () => {
    const of = (...keys: string[]): Data => ({ config: keys.map((key) => ({ key, value: '' })) })
    const moved = (before: Data, after: Data) => recordsIn(diff(fields, before, after).config).moved
    expect(moved(of('a', 'b', 'c'), of('b', 'c', 'a'))).toEqual([{ key: 'a', value: '' }])
    expect(diff(fields, of('a', 'b'), of('a', 'x', 'b')).config).toMatchObject({ moved: [], changed: [] })
  })

  test('applied to another state skips removed members and adds nothing twice', () => {
    fc.assert(
      fc.property(objects, objects, (a, b) => {
        const changes = diff(fields, a, b)
        expect(withoutOrder(applied(fields, changes, b))).toEqual(withoutOrder(b))
      }),
    )
  })
})

function recordsIn(change: Change | undefined): Change<'records'> {
  if (change?.kind !== 'records') throw new Error('Not a change of records.')
  return change
}
