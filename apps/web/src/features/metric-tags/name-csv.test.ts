import { expect, test } from 'vitest'
import { importMembersInto, planMemberImport, withoutMemberImport } from './import-members.ts'
import { csvOfNames, readNameCsv } from './name-csv.ts'

const rowsOf = (text: string) => {
  const sheet = readNameCsv(text)
  return sheet.kind === 'rows' ? sheet.rows.map(({ number, name }) => [number, name]) : sheet.why
}

test('an export is read back unchanged', () => {
  const names = ['argo.AMS-Check', '=cmd', 'with, comma', "'quoted"]
  expect(rowsOf(csvOfNames(names))).toEqual(names.map((name, index) => [index + 2, name]))
})

test.each([
  [
    'name\na\n\n b \n',
    [
      [2, 'a'],
      [4, 'b'],
    ],
  ],
  [
    'Metric template;owner\na;x\nb;y\n',
    [
      [2, 'a'],
      [3, 'b'],
    ],
  ],
  ['owner\tname\nx\ta\n', [[2, 'a']]],
  [
    'a\nb\n',
    [
      [1, 'a'],
      [2, 'b'],
    ],
  ],
])('%j is read with any separator and any column of names', (text, rows) => {
  expect(rowsOf(text)).toEqual(rows)
})

test.each([
  ['', 'The file is empty.'],
  ['name\n', 'There is nothing below the heading row.'],
  ['service,owner\na,b\n', 'There is no column name. Its first row is: service, owner.'],
  ['name\n"a\n', 'The quotes in row 2 are not closed.'],
])('%j cannot be read, with a reason', (text, why) => {
  expect(rowsOf(text)).toBe(why)
})

test('a missing heading and additional columns are reported', () => {
  expect(readNameCsv('a\nb\n')).toMatchObject({
    notes: ['There is no heading row: the only column was taken for names.'],
  })
  expect(readNameCsv('name,x\na,1\n')).toMatchObject({ notes: ['Ignored columns: x.'] })
})

const rows = ['a', 'b', 'nobody', 'a'].map((name, index) => ({ number: index + 2, name }))
const known = new Set(['a', 'b', 'c', 'd'])

test('every row is added, a duplicate, or rejected with a reason', () => {
  expect(planMemberImport(rows, ['b', 'c'], known)).toEqual({
    added: [{ number: 2, name: 'a' }],
    missingItems: [{ name: 'c' }],
    keptCount: 1,
    rejected: [
      { number: 4, name: 'nobody', reason: 'Must be one of predefined metrics' },
      { number: 5, name: 'a', reason: 'Duplicated: it is in row 2' },
    ],
  })
  expect(planMemberImport(rows, [], undefined).added.map(({ name }) => name)).toEqual(['a', 'b', 'nobody'])
})

test('replacing removes what is not in the file, merging removes nothing', () => {
  const plan = planMemberImport(rows, ['b', 'c'], known)
  expect(importMembersInto(['b', 'c'], plan, 'replace')).toEqual(['a', 'b'])
  expect(importMembersInto(['b', 'c'], plan, 'merge')).toEqual(['a', 'b', 'c'])
})

test('undoing an import keeps what was added and removed since', () => {
  const imported = { before: ['b', 'c', 'd'], after: ['a', 'b', 'd'] }
  expect(withoutMemberImport(imported, imported.after)).toEqual(imported.before)
  expect(withoutMemberImport(imported, ['a', 'b', 'e'])).toEqual(['b', 'c', 'e'])
})
