/** The part of a definition of rows that this uses. */
interface SentRows<Rows> {
  pathOfSent(rows: Rows, path: readonly string[]): readonly string[]
}

/** The tables of rows in a form, by their fields. */
type Tables<Values> = { readonly [Name in keyof Values]?: SentRows<Values[Name]> }

/**
 * Makes the function that finds the field of a form for a path of the input that is sent: of a list without blank rows
 * and perhaps in another order. A path inside a value that is no table of rows stands for its field.
 */
export const fieldOfSent =
  <Values extends object>(tables: Tables<Values>) =>
  (path: string, values: Values): string => {
    const [name = '', ...rest] = path.split('.')
    const field = Object.keys(tables).find((table): table is keyof Values & string => table === name)
    const table = field === undefined ? undefined : tables[field]
    if (field === undefined || table === undefined || rest.length === 0) return name
    return [name, ...table.pathOfSent(values[field], rest)].join('.')
  }
