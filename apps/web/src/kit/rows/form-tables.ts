/** The parts of a definition of rows that these use. */
interface SentRows<Rows> {
  pathOfSent(rows: Rows, path: readonly string[]): readonly string[]
}
interface FormTable<Rows> extends SentRows<Rows> {
  beside(rows: Rows, before: Rows): Rows
  countChanges(before: Rows, after: Rows): number
}

/** The functions of a form with tables of rows, which it declares by their fields. */
export function formTables<Values extends object>(
  tables: {
    readonly [Name in keyof Values]?: FormTable<Values[Name]>
  },
) {
  const namesIn = (values: object) => Object.keys(values) as (keyof Values & string)[]
  return {
    /** Finds the field for a path of the input that is sent: without blank rows, and perhaps in another order. */
    fieldOf: fieldOfSent<Values>(tables),
    /** The values of another state of the object, with the rows of this one where they have the same identity. */
    beside(values: Values, base: Values): Values {
      const lists = namesIn(tables).map((name) => [name, tables[name]?.beside(values[name], base[name])])
      return { ...values, ...Object.fromEntries(lists) }
    },
    /** The number of changed fields, and of changed rows of the tables. */
    countChanges(before: Values, after: Values): number {
      const countIn = (name: keyof Values) =>
        tables[name]?.countChanges(before[name], after[name]) ?? (before[name] === after[name] ? 0 : 1)
      return namesIn(before).reduce((count, name) => count + countIn(name), 0)
    },
  }
}

/**
 * Makes the function that finds the field of a form for a path of the input that is sent: of a list without blank rows
 * and perhaps in another order. A path inside a value that is no table of rows stands for its field.
 */
export const fieldOfSent =
  <Values extends object>(tables: { readonly [Name in keyof Values]?: SentRows<Values[Name]> }) =>
  (sentPath: string, values: Values): string => {
    const [name = '', ...rest] = sentPath.split('.')
    const field = Object.keys(tables).find((table): table is keyof Values & string => table === name)
    const path = field && rest.length > 0 ? tables[field]?.pathOfSent(values[field], rest) : undefined
    return [name, ...(path ?? [])].join('.')
  }
