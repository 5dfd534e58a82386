import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countsOf, differencesOf } from './differences.ts'

const row = (group: string, value = '1') => ({ group, tags: [{ name: 'monitored', value }] })
const identityOf = ({ group }: { readonly group: string }) => group

test('rows are added, removed, or changed in their tags', () => {
  const before = [row('A'), row('B'), row('C')]
  const after = [row('D'), row('C'), row('A', '0')]
  const found = differencesOf(before, after, identityOf)
  expect(found).toEqual([
    { change: 'added', row: row('D') },
    { change: 'changed', row: row('A', '0'), tagsBefore: row('A').tags },
    { change: 'removed', row: row('B') },
  ])
  expect(countsOf(found)).toEqual({ added: 1, removed: 1, changed: 1 })
})

test('a repeated row is compared by its number', () => {
  expect(differencesOf([row('A')], [row('A'), row('A')], identityOf)).toEqual([{ change: 'added', row: row('A') }])
})

test('what is applied to the earlier list gives the later one', () => {
  const rows = fc.uniqueArray(
    fc.record({ group: fc.constantFrom('A', 'B', 'C', 'D'), value: fc.constantFrom('0', '1') }),
    { selector: ({ group }) => group },
  )
  const asRows = (given: { group: string; value: string }[]) => given.map(({ group, value }) => row(group, value))
  fc.assert(
    fc.property(rows, rows, (one, other) => {
      const [before, after] = [asRows(one), asRows(other)]
      const found = differencesOf(before, after, identityOf)
      const gone = new Set(found.map((difference) => difference.row.group))
      const kept = before.filter(({ group }) => !gone.has(group))
      const put = found.filter(({ change }) => change !== 'removed').map((difference) => difference.row)
      const byGroup = (left: { group: string }, right: { group: string }) => left.group.localeCompare(right.group)
      expect([...kept, ...put].sort(byGroup)).toEqual(after.toSorted(byGroup))
    }),
  )
})
