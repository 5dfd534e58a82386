import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { givenCell, textCell } from './row-cells.ts'
import { defineRows, type Row } from './row-definition.ts'

/** One key with its value. */
export type KeyValueRow = Row<KeyValue>

const keyOf = ({ key }: KeyValue) => key
const value = textCell('Value', { keepsSpaces: true })

/** Keys with values. A pasted key that exists gets the pasted value. */
export const keyValueRows = defineRows<KeyValue>({
  one: 'key',
  cells: { key: textCell('Key'), value },
  identityOf: keyOf,
  nameOf: keyOf,
  repeated: 'replaces',
})

/** Values for fixed keys. */
export const fixedKeyRows = defineRows<KeyValue>({
  one: 'key',
  cells: { key: givenCell('Key', { width: '38%' }), value },
  identityOf: keyOf,
  nameOf: keyOf,
})
