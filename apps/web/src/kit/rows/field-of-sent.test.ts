import { expect, test } from 'vitest'
import { fieldOfSent } from './form-tables.ts'
import { keyValueRows } from './key-value-rows.ts'
import { textCell } from './row-cells.ts'
import { defineRows, rowsCell } from './row-definition.ts'

interface Group {
  readonly name: string
  readonly pairs: readonly { readonly key: string; readonly value: string }[]
}

const groupRows = defineRows<Group>({
  one: 'group',
  cells: { name: textCell('Name'), pairs: rowsCell('Pairs', keyValueRows) },
  identityOf: ({ name }) => name,
})
const blank = keyValueRows.newRow()
const pair = keyValueRows.newRow({ key: 'a' })
const values = {
  title: 'x',
  tags: ['y'],
  groups: [groupRows.newRow(), groupRows.newRow({ name: 'g', pairs: [blank, pair] })],
}
const fieldOf = fieldOfSent<typeof values>({ groups: groupRows })

test.each([
  ['title', 'title'],
  ['tags.0', 'tags'],
  ['groups', 'groups'],
  ['groups.0', 'groups.1.row'],
  ['groups.0.name', 'groups.1.name'],
  ['groups.0.pairs', 'groups.1.pairs'],
  ['groups.0.pairs.0', 'groups.1.pairs.1.row'],
  ['groups.0.pairs.0.value', 'groups.1.pairs.1.value'],
  ['other.1', 'other'],
])('the path %s that was sent is the field %s of the form', (path, field) => {
  expect(fieldOf(path, values)).toBe(field)
})
