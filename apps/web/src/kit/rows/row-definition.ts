import { z } from 'zod'
import type { Cell, Cells } from './row-cells.ts'

/** A row of a table in a form. Its id stays when its values change, and when rows are sorted, moved or inserted. */
export type Row<Values> = Readonly<Values> & { readonly id: string }

/** The names of the cells that are edited. */
export type Field<Values> = keyof Values & string

interface Options<Values> {
  /** The singular of the rows: 'pair'. */
  readonly one: string
  readonly many?: string
  readonly cells: Cells<Values>
  /** The identity of a row in its table, from the values that are sent. */
  readonly identityOf: (values: Values) => string
  /** The name of a row besides its number; by default all of its texts. */
  readonly nameOf?: (values: Values) => string
  /** The order of rows, if users do not determine it. */
  readonly order?: (a: Values, b: Values) => number
  /** Derives values after the user has typed into a cell of a row. */
  readonly afterEdit?: (values: Values, field: Field<Values>) => Values
  /** What happens to a pasted row whose identity exists. By default the existing row is kept. */
  readonly repeated?: 'skipped' | 'replaces'
  /** The cells that an inserted row takes from the last row of its list. */
  readonly takenFromLast?: readonly Field<Values>[]
}

const session = Date.now().toString(36)
let last = 0

/** An id for a new row, different from those of stored rows and of earlier page loads. */
export const newRowId = (): string => `${session}-${++last}`

/**
 * Rows are objects of this class because the form library copies plain objects at every key stroke: an unchanged row
 * stays the same object and is not rendered again.
 */
class TableRow {
  readonly id: string
  constructor(id: string) {
    this.id = id
  }
}

/** Whether values are rows of a form, and not plain data. */
const areRows = <Values>(list: readonly Values[]): list is readonly Row<Values>[] =>
  list.every((value) => value instanceof TableRow)

const objectWithId = z.looseObject({ id: z.string() })

/** The functions of a form for the rows of one kind. */
export type RowDefinition<Values> = ReturnType<typeof defineRows<Values>>

/** How a row has changed since it was stored. */
export type RowState = 'stored' | 'new' | 'changed'

/** Describes the rows of a table in a form. All functions follow from their cells. */
export function defineRows<Values>(options: Options<Values>) {
  const { one, many = `${one}s`, cells, identityOf, order } = options
  const { afterEdit = (values) => values, takenFromLast = [] } = options
  const names = namesOf(cells)
  const visibleCells = names.filter((name) => cells[name].kind !== 'hidden')
  const fields = visibleCells.filter((name) => !['given', 'rows'].includes(cells[name].kind))
  const rowsByList = new WeakMap<readonly Row<Values>[], ReadonlyMap<string, Row<Values>>>()

  /** The row of this id with other values. Rows in its cells keep their ids if the values beside it have them. */
  const rowWith = (id: string, values: Partial<Values>, earlier?: Values): Row<Values> =>
    Object.assign(
      new TableRow(id),
      mapCells(cells, (cell, name) =>
        cell.nested ? cell.nested.toRows(values[name], earlier?.[name]) : (values[name] ?? cell.blank),
      ),
    )
  /** A row that is not stored. */
  const newRow = (values: Partial<Values> = {}) => rowWith(newRowId(), values)
  const isBlank = (values: Values) => names.every((name) => cells[name].isBlank(values[name]))
  const isSameCell = <Value>({ nested, toText }: Cell<Value>, value: Value, otherValue: Value) =>
    nested ? nested.isSame(value, otherValue) : toText(value) === toText(otherValue)
  /** Whether all visible values are equal. */
  const isSame = (row: Values, otherRow: Values) =>
    row === otherRow || visibleCells.every((name) => isSameCell(cells[name], row[name], otherRow[name]))
  const clean = (values: Values) => mapCells(cells, (cell, name) => cell.clean(values[name]))
  const textsOf = (values: Values) => fields.map((name) => cells[name].toText(values[name]).trim())
  const orBlankRow = (rows: readonly Row<Values>[]) => (rows.length === 0 ? [newRow()] : [...rows])
  const complete = (list: readonly Partial<Values>[]) => {
    const rows = list.map((values) => mapCells(cells, (cell, name) => values[name] ?? cell.blank))
    return order ? rows.sort(order) : rows
  }
  /** Values as rows, which keep the ids of the rows of the same identity. */
  const matching = (list: readonly Partial<Values>[], before: readonly Row<Values>[]) => {
    const filled = before.filter((row) => !isBlank(row))
    const rows = new Map(filled.map((row) => [identityOf(clean(row)), row]))
    return orBlankRow(
      complete(list).map((values) => {
        const identity = identityOf(values)
        const row = rows.get(identity)
        // A resolved conflict can leave two rows with one identity, of which the user has to remove one.
        rows.delete(identity)
        return row === undefined ? newRow(values) : rowWith(row.id, values, row)
      }),
    )
  }
  /** Converts rows to the values that are sent: normalized, in order, without blank rows. */
  const valuesOf = (rows: readonly Values[]) => {
    const filled = rows.filter((row) => !isBlank(row)).map(clean)
    return order ? filled.sort(order) : filled
  }
  const readRow = (input: unknown, index: number, context: z.RefinementCtx): Row<Values> => {
    const { data } = objectWithId.safeParse(input)
    if (!data) context.addIssue({ code: 'custom', message: 'This is not a row.', path: [index] })
    const values = mapCells(cells, (cell, name) => {
      const result = cell.schema.safeParse(data?.[name])
      if (result.error) context.addIssue({ code: 'custom', message: result.error.message, path: [index, name] })
      return result.data ?? cell.blank
    })
    return rowWith(data?.id ?? newRowId(), values)
  }
  /** The index of the row of a value at an index of the list that is sent. */
  const rowIndexOf = (rows: readonly Values[], sentIndex: number) => {
    const filled = rows.flatMap((row, index) => (isBlank(row) ? [] : [{ values: clean(row), index }]))
    if (order) filled.sort((a, b) => order(a.values, b.values))
    return filled[sentIndex]?.index ?? sentIndex
  }
  /** Rows by their ids, without blank ones; computed once for each list. */
  const byId = (rows: readonly Row<Values>[]): ReadonlyMap<string, Row<Values>> => {
    const rowsById = rowsByList.get(rows) ?? new Map(rows.flatMap((row) => (isBlank(row) ? [] : [[row.id, row]])))
    rowsByList.set(rows, rowsById)
    return rowsById
  }
  /** How a row has changed since it was stored. */
  const stateOf = (row: Row<Values>, stored: ReadonlyMap<string, Row<Values>>): RowState => {
    const before = stored.get(row.id)
    if (!before) return 'new'
    return isSame(before, row) ? 'stored' : 'changed'
  }

  return {
    one,
    many,
    cells,
    /** The displayed cells, from left to right. */
    visibleCells,
    /** Those of them that are edited. */
    fields,
    /** What happens to a pasted row whose identity exists. */
    repeated: options.repeated ?? ('kept' as const),
    /** Rows are sorted, so that users cannot move them. */
    isSorted: order !== undefined,
    newRow,
    rowWith,
    orBlankRow,
    isBlank,
    isSame,
    byId,
    stateOf,
    /** The rows in a form and in its draft. */
    schema: z
      .custom<Row<Values>[]>((input) => Array.isArray(input))
      .transform((rows, context) => rows.map((row, index) => readRow(row, index, context))),
    identityOf: (values: Values) => identityOf(clean(values)),
    /** Empty for a blank row. */
    nameOf: options.nameOf ?? ((values: Values) => textsOf(values).filter(Boolean).join(', ')),
    /** The row with the text that was typed into a cell. */
    edited: (row: Row<Values>, field: Field<Values>, text: string) =>
      rowWith(row.id, afterEdit({ ...row, [field]: cells[field].fromText(text) }, field)),
    /** A new row for a list. */
    rowFor(rows: readonly Row<Values>[]) {
      const last = rows.at(-1)
      return newRow(last && (Object.fromEntries(takenFromLast.map((name) => [name, last[name]])) as Partial<Values>))
    },
    /** Values that are rows already stay the same objects. */
    rowsOf: (list: readonly Values[]): readonly Row<Values>[] => (areRows(list) ? list : list.map(newRow)),
    /** Converts stored values to rows; an empty list gets a blank row. */
    fromStored(list: readonly Partial<Values>[]) {
      const uses = new Map<string, number>()
      return orBlankRow(
        complete(list).map((values) => {
          const identity = identityOf(values)
          const use = (uses.get(identity) ?? 0) + 1
          uses.set(identity, use)
          return rowWith(storedId(identity, use), values)
        }),
      )
    },
    matching,
    valuesOf,
    /** Rows of another state, which keep the ids of the rows of the same identity. */
    beside: (rows: readonly Values[], before: readonly Row<Values>[]) => matching(valuesOf(rows), before),
    /** The path in the rows for a path in the sent list: `2.value`, or `2.row` for `2`. */
    pathOfSent(rows: readonly Values[], [sentIndex = '', cell = 'row', ...path]: readonly string[]) {
      const index = rowIndexOf(rows, Number(sentIndex))
      const row = rows[index]
      const name = names.find((name) => name === cell)
      const innerPath = row && name && path.length > 0 ? cells[name].nested?.pathOfSent(row[name], path) : undefined
      return [String(index), cell, ...(innerPath ?? path)]
    },
    /** Whether rows that both lists have are in another order. */
    isReordered(before: readonly Row<Values>[], after: readonly Row<Values>[]) {
      const [earlier, later] = [byId(before), byId(after)]
      const ids = [...earlier.keys()].filter((id) => later.has(id))
      return [...later.keys()].filter((id) => earlier.has(id)).some((id, place) => id !== ids[place])
    },
    /** The numbers of new, changed and removed rows. */
    countChanges(before: readonly Row<Values>[], after: readonly Row<Values>[]) {
      const stored = byId(before)
      const states = after.filter((row) => !isBlank(row)).map((row) => stateOf(row, stored))
      const storedCount = states.filter((state) => state !== 'new').length
      return states.filter((state) => state !== 'stored').length + stored.size - storedCount
    },
  }
}

const storedId = (identity: string, use: number) => (use === 1 ? `=${identity}` : `=${identity}\n${use}`)

const namesOf = <Values>(cells: Cells<Values>) => Object.keys(cells) as Field<Values>[]

/** An object with a value for each cell. */
const mapCells = <Values>(
  cells: Cells<Values>,
  make: <Name extends Field<Values>>(cell: Cell<Values[Name]>, name: Name) => Values[Name],
): Values => Object.fromEntries(namesOf(cells).map((name) => [name, make(cells[name], name)])) as Values

/**
 * A list of rows in a cell of a row: the services of a group. The form holds them as rows; they are stored and sent as
 * plain values.
 */
export const rowsCell = <Inner>(header: string, inner: RowDefinition<Inner>): Cell<readonly Inner[]> => ({
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
    toRows: (list = [], earlier) => {
      if (list.length > 0 && areRows(list)) return list
      return earlier === undefined ? inner.fromStored(list) : inner.matching(list, inner.rowsOf(earlier))
    },
    isSame(list, otherList) {
      if (list === otherList) return true
      const [values, otherValues] = [inner.valuesOf(list), inner.valuesOf(otherList)]
      return (
        values.length === otherValues.length &&
        values.every((value, index) => {
          const otherValue = otherValues[index]
          return otherValue !== undefined && inner.isSame(value, otherValue)
        })
      )
    },
    pathOfSent: inner.pathOfSent,
  },
})
