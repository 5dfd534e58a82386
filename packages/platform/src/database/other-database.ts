import pg from 'pg'

export type Query = <Row extends object>(statement: string, values: readonly unknown[]) => Promise<Row[]>

/** Runs `read` in one transaction of this PostgreSQL database, which cannot write and sees one moment. */
export async function readOtherDatabase<T>(url: string, read: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'quatrain import' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    return await read(async (statement, values) => (await client.query(statement, [...values])).rows)
  } finally {
    await client.end()
  }
}
