import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { hiddenCell, textCell } from './row-cells.ts'
import { defineRows, type RowDefinition, rowsCell } from './row-definition.ts'
import { pasteRows } from './row-edits.ts'

interface Service {
  readonly name: string
  readonly note: string
  readonly from: string
}

const cells = {
  name: textCell('Name'),
  note: textCell('Note', { keepsSpaces: true }),
  from: hiddenCell(z.string(), ''),
}
const services = defineRows<Service>({ one: 'service', cells, identityOf: ({ name }) => name })
const unique = defineRows<Service>({
  one: 'service',
  cells,
  identityOf: ({ name }) => name,
  order: (one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0),
  repeated: 'replaces',
})

const word = fc.stringMatching(/^[a-d]{1,2}$/)
const service = fc.record({ name: word, note: fc.string(), from: word })
const list = fc.uniqueArray(service, { selector: ({ name }) => name })

test('a stored value is sent unchanged, and counts as no change', () => {
  fc.assert(
    fc.property(list, (given) => {
      const rows = services.fromStored(given)
      expect(services.valuesOf(rows)).toEqual(given)
      expect(services.countChanges(rows, services.matching(given, rows))).toBe(0)
    }),
  )
})

test('rows keep their ids when others are inserted, removed and sorted', () => {
  fc.assert(
    fc.property(list, list, (before, after) => {
      const rows = unique.fromStored(before)
      const ids = new Map(rows.map(({ name, id }) => [name, id]))
      const known = new Set(ids.values())
      for (const { name, id } of unique.matching(after, rows)) {
        if (before.some((one) => one.name === name)) expect(id).toBe(ids.get(name))
        else expect(known).not.toContain(id)
      }
    }),
  )
})

test('every row has a unique id, even if identities are repeated', () => {
  fc.assert(
    fc.property(fc.array(service), (given) => {
      const rows = services.fromStored(given)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      expect(new Set(services.matching(given, rows).map(({ id }) => id)).size).toBe(rows.length)
    }),
  )
})

test('a draft restores the same rows with their additional data', () => {
  fc.assert(
    fc.property(list, (given) => {
      const rows = services.fromStored(given)
      expect(services.schema.parse(JSON.parse(JSON.stringify(rows)))).toEqual(rows)
    }),
  )
  expect(services.schema.safeParse([{ id: 'a', name: 1 }]).success).toBe(false)
  expect(services.schema.safeParse(['a']).success).toBe(false)
})

test('pasting removes no identity, and adds no duplicate if it replaces', () => {
  fc.assert(
    fc.property(list, fc.array(fc.tuple(word, fc.stringMatching(/^[a-d]*$/))), fc.nat(), (given, lines, place) => {
      const rows = unique.fromStored(given)
      const pasted = pasteRows(unique, rows, place % rows.length, 'name', lines)
      const names = unique.valuesOf(pasted.rows).map(({ name }) => name)
      expect(new Set(names)).toEqual(new Set([...given, ...lines.map(([name]) => ({ name }))].map(({ name }) => name)))
      expect(new Set(names).size).toBe(names.length)
    }),
  )
})

interface Group {
  readonly name: string
  readonly services: readonly Service[]
}

const groupsOf = (inner: RowDefinition<Service>) =>
  defineRows<Group>({
    one: 'group',
    cells: { name: textCell('Name'), services: rowsCell('Services', inner) },
    identityOf: ({ name }) => name,
  })
const groups = groupsOf(services)
const group = fc.record({ name: word, services: list })
const groupList = fc.uniqueArray(group, { selector: ({ name }) => name })

test('nested rows are sent unchanged, survive a draft, and count as no change', () => {
  fc.assert(
    fc.property(groupList, (given) => {
      const rows = groups.fromStored(given)
      expect(groups.valuesOf(rows)).toEqual(given)
      expect(groups.countChanges(rows, groups.matching(given, rows))).toBe(0)
      expect(groups.schema.parse(JSON.parse(JSON.stringify(rows)))).toEqual(rows)
    }),
  )
})

test('nested rows keep their ids, and a change of one is a change of its group', () => {
  fc.assert(
    fc.property(groupList, word, (given, note) => {
      const rows = groups.fromStored(given)
      const changed = given.map((group) => ({
        ...group,
        services: group.services.map((service) => ({ ...service, note: `${service.note}${note}` })),
      }))
      const after = groups.matching(changed, rows)
      const idsOf = (list: typeof rows) => list.map(({ services: inner }) => services.rowsOf(inner).map(({ id }) => id))
      const filled = given.filter(({ services }) => services.length > 0)
      if (given.length > 0 && filled.length === given.length) expect(idsOf(after)).toEqual(idsOf(rows))
      expect(groups.countChanges(rows, after)).toBe(filled.length)
    }),
  )
})

test('the path of a sent nested value leads to its row, among blank rows and in any order', () => {
  fc.assert(
    fc.property(groupList, fc.nat(), fc.nat(), (given, at, inner) => {
      const sorted = groupsOf(unique)
      const blank = unique.newRow()
      const rows = sorted
        .fromStored(given)
        .map((row) =>
          sorted.rowWith(row.id, { ...row, services: [blank, ...unique.rowsOf(row.services).toReversed()] }),
        )
      const sent = sorted.valuesOf(rows)
      const place = at % Math.max(1, sent.length)
      const member = inner % Math.max(1, sent[place]?.services.length ?? 0)
      const value = sent[place]?.services[member]
      if (value === undefined) return
      const path = sorted.pathOfSent([sorted.newRow(), ...rows], [String(place), 'services', String(member), 'name'])
      const [index, , row] = path
      expect(path).toEqual([String(place + 1), 'services', row, 'name'])
      expect(rows[Number(index) - 1]?.services[Number(row)]?.name).toBe(value.name)
    }),
  )
})
