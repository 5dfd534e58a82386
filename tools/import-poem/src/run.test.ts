import { expect, test } from 'vitest'
import { ledgerOf } from './ledger.ts'
import { confirmed } from './run.ts'
import { schemaOf } from './source.ts'

test('what the database has differently is noted, and what it does not have is listed', () => {
  const rows = ['same', 'other', 'lost'].map((name, index) => ({
    table: 'poem_reports',
    id: index + 1,
    fields: { name },
  }))
  const ledger = ledgerOf(schemaOf('nordlab', rows, { linkTables: [], embedded: false }))
  for (const row of rows) ledger.settle(row, 'imported')
  const added = rows.map((row) => ({
    row,
    key: row.fields.name,
    document: { name: row.fields.name, description: 'd' },
    extra: {},
  }))
  const stored = new Map([
    ['same', { description: 'd', name: 'same' }],
    ['other', { name: 'other', description: 'e' }],
  ])
  expect(confirmed(ledger, added, stored).map(({ key }) => key)).toEqual(['same', 'other'])
  expect(ledger.notes()).toEqual([
    { table: 'poem_reports', row: '"other", row 2', why: 'It is here with another description.' },
  ])
  expect(ledger.listed()).toEqual([
    { table: 'poem_reports', row: '"lost", row 3', why: 'What it refers to was not imported.' },
  ])
})
