// Statements that are sent for their rows. Each function gets a handle, and returns a tag for templates as `sql` has them.
import { type QueryExecutorProvider, sql } from 'kysely'

/** All rows: `` rowsIn(db)<Row>`select …` ``. */
export const rowsIn =
  (db: QueryExecutorProvider) =>
  async <Row>(...statement: Parameters<typeof sql>): Promise<Row[]> =>
    (await sql<Row>(...statement).execute(db)).rows

/** The first row; undefined if there is none. */
export const firstRowIn =
  (db: QueryExecutorProvider) =>
  async <Row>(...statement: Parameters<typeof sql>): Promise<Row | undefined> =>
    (await rowsIn(db)<Row>(...statement))[0]

/** The first row. Throws the error that `errorIfNone` makes if there is none; by default that of a statement that always has one. */
export const rowIn =
  (db: QueryExecutorProvider, errorIfNone = () => new Error('A statement returned no row.')) =>
  async <Row>(...statement: Parameters<typeof sql>): Promise<Row> => {
    const [row] = await rowsIn(db)<Row>(...statement)
    if (row === undefined) throw errorIfNone()
    return row
  }

/** The value of a statement that selects one, such as whether something exists. */
export const valueIn =
  (db: QueryExecutorProvider) =>
  async <Value>(...statement: Parameters<typeof sql>): Promise<Value> => {
    const [value] = Object.values(await rowIn(db)<Readonly<Record<string, Value>>>(...statement))
    if (value === undefined) throw new Error('A statement returned no column.')
    return value
  }

/** The names of all rows, from a statement that selects `name`. */
export const rowNamesIn =
  (db: QueryExecutorProvider) =>
  async (...statement: Parameters<typeof sql>): Promise<string[]> =>
    (await rowsIn(db)<{ name: string }>(...statement)).map(({ name }) => name)
