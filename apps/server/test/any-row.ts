import { randomUUID } from 'node:crypto'
import { textIn } from '@quatrain/platform/database/failures.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import { isTenants, type Table } from './database-catalogue.ts'

export type Row = Readonly<Record<string, unknown>>

let numbers = 0

/** Any row of this table: an existing one that `db` sees, else a new one. */
export async function anyRow(db: Db, tables: readonly Table[], table: Table): Promise<Row> {
  const { rows } = await sql<Row>`select * from ${sql.table(table.name)} limit 1`.execute(db)
  return rows[0] ?? insertAnyRow(db, tables, table)
}

/**
 * Inserts a valid row into any table: the values follow from the catalogue of the database. Inserts the referenced rows
 * of tenants' tables too.
 */
async function insertAnyRow(db: Db, tables: readonly Table[], table: Table): Promise<Row> {
  const values = new Map<string, unknown>()
  for (const column of table.columns) {
    if (!column.isFilledIn) values.set(column.name, anyValue(table, column.name, column.type))
  }
  for (const { columns, to, targets } of table.foreignKeys) {
    if (!columns.some((column) => values.has(column))) continue
    const parent = await rowOf(db, tables, to)
    for (const [position, column] of columns.entries()) {
      const target = targets[position]
      if (values.has(column) && target) values.set(column, parent[target])
    }
  }
  const columns = sql.join([...values.keys()].map((column) => sql.ref(column)))
  const { rows } = await sql<Row>`
    insert into ${sql.table(table.name)} (${columns}) values (${sql.join([...values.values()])}) returning *
  `.execute(db)
  return rows[0] ?? {}
}

/** A row of its own, unless there can be only one, as of what a tenant has of something shared. */
async function rowOf(db: Db, tables: readonly Table[], name: string): Promise<Row> {
  const table = tables.find((table) => table.name === name)
  if (!table) throw new Error(`There is no table ${name}.`)
  if (!isTenants(table)) return anyRow(db, tables, table)
  try {
    return await insertAnyRow(db, tables, table)
  } catch (error) {
    if (textIn(error, 'code') === '23505') return anyRow(db, tables, table)
    throw error
  }
}

function anyValue({ checks, name }: Table, column: string, type: string): unknown {
  numbers += 1
  const values: Readonly<Record<string, unknown>> = {
    integer: numbers,
    text: wordAllowedIn(checks, column) ?? `any ${numbers}`,
    uuid: randomUUID(),
    boolean: false,
    json: '{}',
    jsonb: '{}',
    bigint: numbers,
    date: '2030-01-01',
    'text[]': [],
    'timestamp with time zone': '2030-01-01T00:00:00Z',
  }
  if (!(type in values)) throw new Error(`What is a ${type}, as in ${name}.${column}?`)
  return values[type]
}

/** The first of the values that `check (column in (…))` allows. */
function wordAllowedIn(checks: readonly string[], column: string): string | undefined {
  const check = checks.find((check) => check.includes(`(${column} = ANY`))
  return check?.match(/'([^']*)'::text/)?.[1]
}
