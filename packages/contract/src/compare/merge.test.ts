import {
  canonical,
  nestedFields as fields,
  objectWithGroup as group,
  nestedObjects as objects,
} from '@quatrain/contract/testing/nested-objects.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diff, merge, size } from './compare.ts'
import { choice, type Data, type Fields, type Item, records, text } from './field.ts'
import type { Choice, Entry } from './sides.ts'

const conflicts = (entries: readonly Entry[]) => entries.filter(({ side }) => side === 'both differently')
const three = fc.record({ base: objects, mine: objects, theirs: objects })

describe('a merge', () => {
  test('with an unchanged side is the other side, including its order', () => {
    fc.assert(
      fc.property(objects, objects, (base, changed) => {
        expect(canonical(merge(fields, { base, mine: changed, theirs: base }).value)).toEqual(canonical(changed))
        expect(canonical(merge(fields, { base, mine: base, theirs: changed }).value)).toEqual(canonical(changed))
        expect(canonical(merge(fields, { base, mine: changed, theirs: changed }).value)).toEqual(canonical(changed))
      }),
    )
  })

  test('names the side of each change, the same from both sides', () => {
    const turned = {
      mine: 'theirs',
      theirs: 'mine',
      'both alike': 'both alike',
      'both differently': 'both differently',
    }
    const result = (entries: readonly Entry[]) => entries.map(({ key, side }) => [key, side]).toSorted()
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const { entries } = merge(fields, { base, mine, theirs })
        const other = merge(fields, { base, mine: theirs, theirs: mine }).entries
        expect(result(other)).toEqual(entries.map(({ key, side }) => [key, turned[side]]).toSorted())
      }),
    )
  })

  test('is the same from both sides for equal choices, except for the order of additions of both', () => {
    const members = (data: Data) => ({ ...data, config: asSet(data.config), groups: asSets(data.groups) })
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const one = merge(fields, { base, mine, theirs })
        const choices = new Map<string, Choice>(conflicts(one.entries).map(({ key }) => [key, 'theirs']))
        const other = merge(fields, { base, mine: theirs, theirs: mine }, choices)
        expect(canonical(members(other.value))).toEqual(canonical(members(one.value)))
      }),
    )
  })

  test('has a conflict if and only if both changed the same value differently', () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const { entries } = merge(fields, { base, mine, theirs })
        for (const { side, kind, field, sides } of entries) {
          const cells = (item: Item) => (field.kind === 'records' ? field.cellsOf(item).join() : '')
          const [was, left, right] =
            kind === 'order'
              ? [sides.base, sides.mine, sides.theirs].map((items) => items.map(cells).join('; '))
              : [sides.base, sides.mine, sides.theirs].map(asText)
          const expected =
            left === right ? 'both alike' : left === was ? 'theirs' : right === was ? 'mine' : 'both differently'
          expect(side).toBe(expected)
        }
        const isNameConflict = new Set([base.name, mine.name, theirs.name]).size === 3
        expect(conflicts(entries).some(({ labels }) => labels.join() === 'name')).toBe(isNameConflict)
      }),
    )
  })

  test('invents nothing: every value and every member is from one of the sides', () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const known = new Set([...valuesIn(mine), ...valuesIn(theirs)])
        const { value } = merge(fields, { base, mine, theirs })
        for (const found of valuesIn(value)) expect(known).toContain(found)
      }),
    )
  })

  test('loses nothing: additions and changes of one side are in the result', () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const { value, entries } = merge(fields, { base, mine, theirs })
        const again = merge(fields, { base, mine: value, theirs })
        // Where I alone did something, theirs knows nothing of it and the result has it.
        const mineAlone = entries.filter(({ side }) => side === 'mine').map(({ key }) => key)
        const kept = again.entries.filter(({ side }) => side === 'mine').map(({ key }) => key)
        expect(kept).toEqual(expect.arrayContaining(mineAlone))
      }),
    )
  })

  test('takes a whole group if one side removed it or both added it', () => {
    const none: Data = { ...group('AND', []), groups: [] }
    const [mine, theirs] = [group('AND', ['a', 'b']), group('OR', ['c'])]
    const added = merge(fields, { base: none, mine, theirs })
    expect(added.entries).toMatchObject([{ kind: 'member', side: 'both differently', labels: ['groups', 'g'] }])
    expect(added.value).toEqual(mine)
    const choices = new Map<string, Choice>(added.entries.map(({ key }) => [key, 'theirs']))
    expect(merge(fields, { base: none, mine, theirs }, choices).value).toEqual(theirs)
    const removed = merge(fields, { base: group('AND', ['a']), mine: none, theirs })
    expect(removed.entries).toMatchObject([{ kind: 'member', side: 'both differently' }])
    expect([none.groups, theirs.groups]).toContainEqual(removed.value.groups)
  })

  test('combines my operator and their service of one group', () => {
    const sides = { base: group('AND', ['a']), mine: group('OR', ['a']), theirs: group('AND', ['a', 'b']) }
    const { value, entries } = merge(fields, sides)
    expect(value).toEqual(group('OR', ['a', 'b']))
    expect(entries.map(({ labels, side }) => [labels.join(' / '), side])).toEqual([
      ['groups / g / operator', 'mine'],
      ['groups / g / services / b', 'theirs'],
    ])
  })

  test('with choices for all entries is all of mine, or all of theirs', () => {
    fc.assert(
      fc.property(three, fc.constantFrom('mine', 'theirs'), ({ base, mine, theirs }, whose) => {
        const { entries } = merge(fields, { base, mine, theirs })
        const choices = new Map<string, Choice>(entries.map(({ key }) => [key, whose]))
        const { value } = merge(fields, { base, mine, theirs }, choices)
        const chosen = { mine, theirs }[whose]
        // The order of members that only this side has is settled beside those of the other.
        expect(size(diff(withoutOrder, value, chosen))).toBe(0)
      }),
    )
  })

  test('takes a typed value', () => {
    const sides = { base: { name: 'a' }, mine: { name: 'b' }, theirs: { name: 'c' } }
    const [entry] = merge(fields, sides).entries
    const choices = new Map<string, Choice>([[entry?.key ?? '', { value: 'd' }]])
    expect(merge(fields, sides, choices).value.name).toBe('d')
  })

  test('undoes one change and keeps later ones', () => {
    const [before, after] = [group('AND', ['a', 'b']), group('OR', ['a', 'b'])]
    const now = group('OR', ['a', 'b', 'c'])
    const { value, entries } = merge(fields, { base: after, mine: before, theirs: now })
    expect(value).toEqual(group('AND', ['a', 'b', 'c']))
    expect(conflicts(entries)).toEqual([])
  })

  test('of orders that both changed is a conflict, and either order can be chosen', () => {
    const of = (...keys: string[]): Data => ({ config: keys.map((key) => ({ key, value: '' })) })
    const sides = { base: of('a', 'b', 'c'), mine: of('c', 'a', 'b'), theirs: of('b', 'a', 'c', 'd') }
    const { value, entries } = merge(fields, sides)
    expect(value.config).toEqual(of('c', 'a', 'b', 'd').config)
    expect(entries.map(({ kind, side }) => [kind, side])).toEqual([
      ['member', 'theirs'],
      ['order', 'both differently'],
    ])
    const choices = new Map<string, Choice>(entries.map(({ key }) => [key, 'theirs']))
    expect(merge(fields, sides, choices).value.config).toEqual(of('b', 'a', 'c', 'd').config)
  })
})

const withoutOrder: Fields = {
  ...fields,
  config: records('config', { identity: { key: 'Key' }, fields: { value: text('Value') } }),
  groups: records('groups', {
    identity: { name: 'Group' },
    fields: {
      operator: choice('operator'),
      services: records('services', { identity: { name: 'Service' }, fields: { operator: choice('operator') } }),
      limits: records('limits', { identity: { label: 'Label' }, fields: { warning: text('w') } }),
    },
  }),
}

function asText(value: unknown): string {
  if (value === undefined) return ''
  return JSON.stringify(
    Array.isArray(value) || typeof value !== 'object' || value === null
      ? value
      : { ...value, services: asSet(Object(value).services) },
  )
}

const asSet = (value: unknown) =>
  Array.isArray(value) ? value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : []

const asSets = (value: unknown) => asSet(value).map((item) => ({ ...item, limits: asSet(Object(item).limits) }))

/** Every value with the path to it, members named by their identity. */
function valuesIn(data: unknown, path = ''): string[] {
  if (Array.isArray(data)) {
    return data.flatMap((item) => valuesIn(item, `${path}/${typeof item === 'string' ? '' : Object.values(item)[0]}`))
  }
  if (typeof data !== 'object' || data === null) return [`${path} ${data}`]
  return Object.entries(data).flatMap(([name, value]) => valuesIn(value, `${path}/${name}`))
}
