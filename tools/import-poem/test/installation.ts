import type { Query } from '@quatrain/platform/database/other-database.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import type { TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Rows } from './content.ts'
import { schemas } from './tables.ts'

/** A database of the other system. */
export interface Installation {
  readonly query: Query
  /** All tables of a schema with the number of their rows, counted by the database. */
  counts(schema: string): Promise<ReadonlyMap<string, number>>
}

/** Makes the schemas and fills them. The first one is that of the super-tenant, `public`. */
export async function install(database: TestDatabase, content: Readonly<Record<string, Rows>>): Promise<Installation> {
  const db: Kysely<unknown> = database.within(scope({ schema: 'public' }))
  const tenants = Object.keys(content).filter((name) => name !== 'public')
  await sql
    .raw(`begin; ${schemas(tenants)} create table nordlab.poem_mystery (id integer primary key, name text); commit`)
    .execute(db)
  const inserts = Object.entries(content).flatMap(([schema, tables]) =>
    Object.entries(tables).flatMap(([table, rows]) => rows.map((row) => insertOf(`${schema}.${table}`, row))),
  )
  await sql.raw(`begin; ${inserts.join('')} commit`).execute(db)
  const query: Query = async (statement, values) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(statement, [...values]))
    return rows as never
  }
  return {
    query,
    async counts(schema) {
      const tables = await query<{ name: string }>(
        'select table_name::text as name from information_schema.tables where table_schema = $1',
        [schema],
      )
      const counted = tables.map(async ({ name }): Promise<[string, number]> => {
        const [row] = await query<{ rows: number }>(`select count(*)::integer as rows from ${schema}.${name}`, [])
        return [name, row?.rows ?? 0]
      })
      return new Map((await Promise.all(counted)).filter(([, rows]) => rows > 0))
    },
  }
}

const literal = (value: unknown) =>
  value === null ? 'null' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

const insertOf = (table: string, row: Readonly<Record<string, unknown>>) =>
  `insert into ${table} (${Object.keys(row)
    .map((name) => `"${name}"`)
    .join(', ')})
   values (${Object.values(row).map(literal).join(', ')});`
