import type { Cell } from './row-cells.ts'
import { areRows, type RowDefinition } from './row-definition.ts'

/**
 * A list of rows in a cell of a row: the services of a group. The form holds them as rows; they are stored and sent as
 * plain values.
 */
export const rowsCell = <Inner extends object>(
  header: string,
  inner: RowDefinition<Inner>,
): Cell<readonly Inner[]> => ({
  kind: 'rows',
  header,
  label: header,
  blank: [],
  schema: inner.schema,
  isBlank: (list) => list.every(inner.isBlank),
  toText: (list) => inner.valuesOf(list).map(inner.nameOf).join('\n'),
  fromText: () => [],
  clean: inner.valuesOf,
  isHeading: () => false,
  nested: {
    toRows: (list = [], beside) => {
      if (list.length > 0 && areRows(list)) return list
      return beside === undefined ? inner.fromStored(list) : inner.matching(list, inner.rowsOf(beside))
    },
    isSame(one, other) {
      if (one === other) return true
      const [values, others] = [inner.valuesOf(one), inner.valuesOf(other)]
      return (
        values.length === others.length &&
        values.every((value, index) => {
          const beside = others[index]
          return beside !== undefined && inner.isSame(value, beside)
        })
      )
    },
    pathOfSent: inner.pathOfSent,
  },
})
