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
  readonly order?: (one: Values, other: Values) => number
  /** Derives values after the user has typed into a cell of a row. */
  readonly afterEdit?: (values: Values, field: Field<Values>) => Values
  /** What happens to a pasted row whose identity exists. By default the existing row is kept. */
  readonly repeated?: 'skipped' | 'replaces'
  /** The cells that an inserted row takes from the last row of its list. */
  readonly takenFromLast?: readonly Field<Values>[]
}

/** The functions of a form for the rows of one kind: see `defineRows`. */
export interface RowDefinition<Values> extends RowStates<Row<Values>> {
  readonly one: string
  readonly many: string
  readonly cells: Cells<Values>
  /** The displayed cells, from left to right. */
  readonly shown: readonly Field<Values>[]
  /** Those of them that are edited. */
  readonly fields: readonly Field<Values>[]
  readonly repeated: 'skipped' | 'replaces' | 'kept'
  /** Rows are sorted, so that users cannot move them. */
  readonly isSorted: boolean
  /** The rows in a form and in its draft. */
  readonly schema: z.ZodType<Row<Values>[], Row<Values>[]>
  readonly identityOf: (values: Values) => string
  /** Undefined for a blank row. */
  readonly nameOf: (values: Values) => string
  /** A row that is not stored. */
  readonly newRow: (values?: Partial<Values>) => Row<Values>
  /** The row of this id with other values. */
  readonly rowWith: (id: string, values: Partial<Values>) => Row<Values>
  /** The row with the text that was typed into a cell. */
  readonly edited: (row: Row<Values>, field: Field<Values>, text: string) => Row<Values>
  /** A new row for a list. */
  readonly rowFor: (rows: readonly Row<Values>[]) => Row<Values>
  readonly isBlank: (values: Values) => boolean
  /** Whether all shown values are equal. */
  readonly isSame: (one: Values, other: Values) => boolean
  /** Values that are rows already stay the same objects. */
  readonly rowsOf: (list: readonly Values[]) => readonly Row<Values>[]
  /** Converts stored values to rows; an empty list gets a blank row. */
  readonly fromStored: (list: readonly Partial<Values>[]) => Row<Values>[]
  /** Values as rows, which keep the ids of the rows of the same identity. */
  readonly matching: (list: readonly Partial<Values>[], before: readonly Row<Values>[]) => Row<Values>[]
  /** Converts rows to the values that are sent: normalized, in order, without blank rows. */
  readonly valuesOf: (rows: readonly Values[]) => Values[]
  /** The path in the rows for a path in the sent list: `2.value`, or `2.row` for `2`. */
  readonly pathOfSent: (rows: readonly Values[], path: readonly string[]) => readonly string[]
  readonly orBlankRow: (rows: readonly Row<Values>[]) => Row<Values>[]
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
const areRows = <Values extends object>(list: readonly Values[]): list is readonly Row<Values>[] =>
  list.every((value) => value instanceof TableRow)

const named = z.looseObject({ id: z.string() })

/** Describes the rows of a table in a form. All functions follow from their cells. */
export function defineRows<Values extends object>(options: Options<Values>): RowDefinition<Values> {
  const { one, many = `${one}s`, cells, identityOf, order, repeated = 'kept' } = options
  const { afterEdit = (values) => values, takenFromLast = [] } = options
  const names = namesOf(cells)
  const shown = names.filter((name) => cells[name].kind !== 'hidden')
  const fields = shown.filter((name) => !['given', 'rows'].includes(cells[name].kind))

  const rowWith = (id: string, values: Partial<Values>, beside?: Values): Row<Values> =>
    Object.assign(
      new TableRow(id),
      mapCells(cells, (cell, name) =>
        cell.nested ? cell.nested.toRows(values[name], beside?.[name]) : (values[name] ?? cell.blank),
      ),
    )
  const newRow = (values: Partial<Values> = {}) => rowWith(newRowId(), values)
  const isBlank = (values: Values) => names.every((name) => cells[name].isBlank(values[name]))
  const isSameCell = <Value>({ nested, toText }: Cell<Value>, value: Value, other: Value) =>
    nested ? nested.isSame(value, other) : toText(value) === toText(other)
  const isSame = (row: Values, other: Values) =>
    row === other || shown.every((name) => isSameCell(cells[name], row[name], other[name]))
  const clean = (values: Values) => mapCells(cells, (cell, name) => cell.clean(values[name]))
  const textsOf = (values: Values) => fields.map((name) => cells[name].toText(values[name]).trim())
  const orBlankRow = (rows: readonly Row<Values>[]) => (rows.length === 0 ? [newRow()] : [...rows])
  const complete = (list: readonly Partial<Values>[]) => {
    const rows = list.map((values) => mapCells(cells, (cell, name) => values[name] ?? cell.blank))
    return order ? rows.sort(order) : rows
  }
  const readRow = (given: unknown, index: number, context: z.RefinementCtx): Row<Values> => {
    const { data } = named.safeParse(given)
    if (!data) context.addIssue({ code: 'custom', message: 'This is not a row.', path: [index] })
    const values = mapCells(cells, (cell, name) => {
      const read = cell.schema.safeParse(data?.[name])
      if (read.error) context.addIssue({ code: 'custom', message: read.error.message, path: [index, name] })
      return read.data ?? cell.blank
    })
    return rowWith(data?.id ?? newRowId(), values)
  }
  /** The index of the row of a value at an index of the sent list. */
  const placeOfSent = (rows: readonly Values[], place: number) => {
    const filled = rows.flatMap((row, index) => (isBlank(row) ? [] : [{ values: clean(row), index }]))
    if (order) filled.sort((one, other) => order(one.values, other.values))
    return filled[place]?.index ?? place
  }
  const schema = z
    .custom<Row<Values>[]>((given) => Array.isArray(given))
    .transform((rows, context) => rows.map((row, index) => readRow(row, index, context)))
  return {
    one,
    many,
    cells,
    shown,
    fields,
    schema,
    repeated,
    isSorted: order !== undefined,
    newRow,
    rowWith,
    orBlankRow,
    isBlank,
    isSame,
    rowFor: (rows) => {
      const last = rows.at(-1)
      const values = last === undefined ? [] : takenFromLast.map((name) => [name, last[name]])
      return newRow(Object.fromEntries(values))
    },
    rowsOf: (list) => (areRows(list) ? list : list.map(newRow)),
    identityOf: (values) => identityOf(clean(values)),
    nameOf:
      options.nameOf ??
      ((values) =>
        textsOf(values)
          .filter((text) => text !== '')
          .join(', ')),
    edited: (row, field, text) => rowWith(row.id, afterEdit({ ...row, [field]: cells[field].fromText(text) }, field)),
    fromStored(list) {
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
    matching(list, before) {
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
    },
    valuesOf(rows) {
      const filled = rows.filter((row) => !isBlank(row)).map(clean)
      return order ? filled.sort(order) : filled
    },
    pathOfSent(rows, [place = '', cell = 'row', ...path]) {
      const index = placeOfSent(rows, Number(place))
      const row = rows[index]
      const name = names.find((name) => name === cell)
      const inside = row && name && path.length > 0 ? cells[name].nested?.pathOfSent(row[name], path) : undefined
      return [String(index), cell, ...(inside ?? path)]
    },
    ...rowStatesOf<Row<Values>>(isBlank, isSame),
  }
}

const storedId = (identity: string, use: number) => (use === 1 ? `=${identity}` : `=${identity}\n${use}`)

const namesOf = <Values extends object>(cells: Cells<Values>) => Object.keys(cells) as Field<Values>[]

/** An object with a value for each cell. */
const mapCells = <Values extends object>(
  cells: Cells<Values>,
  make: <Name extends Field<Values>>(cell: Cell<Values[Name]>, name: Name) => Values[Name],
): Values => Object.fromEntries(namesOf(cells).map((name) => [name, make(cells[name], name)])) as Values

export type RowState = 'stored' | 'new' | 'changed'

interface RowStates<Row> {
  /** Rows by their ids, without blank ones; computed once for each list. */
  readonly byId: (rows: readonly Row[]) => ReadonlyMap<string, Row>
  /** How a row has changed since it was stored. */
  readonly stateOf: (row: Row, stored: ReadonlyMap<string, Row>) => RowState
  /** Whether rows that both lists have are in another order. */
  readonly isReordered: (before: readonly Row[], after: readonly Row[]) => boolean
  /** The numbers of new, changed and removed rows. */
  readonly countChanges: (before: readonly Row[], after: readonly Row[]) => number
}

/** How rows are compared with stored ones: `isSame` says whether all editable values are equal. */
function rowStatesOf<Row extends { readonly id: string }>(
  isBlank: (row: Row) => boolean,
  isSame: (one: Row, other: Row) => boolean,
): RowStates<Row> {
  const known = new WeakMap<readonly Row[], ReadonlyMap<string, Row>>()
  const byId = (rows: readonly Row[]) => {
    const found = known.get(rows) ?? new Map(rows.filter((row) => !isBlank(row)).map((row) => [row.id, row]))
    known.set(rows, found)
    return found
  }
  const stateOf = (row: Row, stored: ReadonlyMap<string, Row>): RowState => {
    const before = stored.get(row.id)
    if (!before) return 'new'
    return isSame(before, row) ? 'stored' : 'changed'
  }
  return {
    byId,
    stateOf,
    isReordered(before, after) {
      const [earlier, later] = [byId(before), byId(after)]
      const ids = [...earlier.keys()].filter((id) => later.has(id))
      return [...later.keys()].filter((id) => earlier.has(id)).some((id, place) => id !== ids[place])
    },
    countChanges(before, after) {
      const stored = byId(before)
      const states = after.filter((row) => !isBlank(row)).map((row) => stateOf(row, stored))
      const kept = states.filter((state) => state !== 'new').length
      return states.filter((state) => state !== 'stored').length + stored.size - kept
    },
  }
}

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
