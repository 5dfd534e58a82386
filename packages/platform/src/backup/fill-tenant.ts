import { type QueryExecutorProvider, sql } from 'kysely'
import { readArchive, rowsOf } from './archive-reader.ts'
import { BackupError } from './backup-error.ts'
import { insertionInto } from './fill-store.ts'
import { type Manifest, tableOf } from './manifest.ts'
import { findTables } from './tables.ts'

/** A row as the texts of its columns. */
export type Row = Readonly<Record<string, string | null>>

/** A store that a tenant is added to, in an open transaction. */
export interface TenantTarget {
  readonly name: string
  readonly schema: string
  /** May insert rows of the tenant. */
  readonly db: QueryExecutorProvider
  /** Owns the tables. */
  readonly owner: QueryExecutorProvider
  /** The number of the tenant in this store. */
  readonly tenant: number
  /** The rows as they are here; those that are left out are not stored. */
  readonly rewrite: (table: string, rows: readonly Row[]) => Promise<readonly Row[]>
}

/**
 * Inserts the rows of a tenant's file that `readArchive` has read before. Rows get the tenant's number; triggers run, as for
 * rows that people write. Throws `BackupError` and the errors of the database.
 */
export async function fillTenant(file: string, manifest: Manifest, targets: readonly TenantTarget[]): Promise<void> {
  const filled = new Map<string, Awaited<ReturnType<typeof fillingOf>>>()
  for (const target of targets) filled.set(target.name, await fillingOf(manifest, target))
  const again = await readArchive(file, async ({ name }, content) => {
    const { store, table } = tableOf(name)
    await filled.get(store)?.add(table, content)
  })
  if (JSON.stringify(again) !== JSON.stringify(manifest)) {
    throw new BackupError(`The archive ${file} was changed meanwhile.`)
  }
  for (const filling of filled.values()) await filling.end()
}

async function fillingOf({ stores }: Manifest, target: TenantTarget) {
  const { name, schema, db, owner, tenant, rewrite } = target
  const tables = await findTables(owner, schema)
  const described = stores.find((store) => store.name === name)?.tables ?? []
  const insertions = new Map(described.map((table) => [table.name, insertionInto(tables, table)]))
  const lastIds = new Map<string, number>()
  return {
    async add(table: string, content: Buffer): Promise<void> {
      const columns = described.find(({ name }) => name === table)?.columns ?? []
      const archivedRows = rowsOf(content).map(
        (row): Row => ({
          ...Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])),
          tenant_id: String(tenant),
        }),
      )
      for (const { id } of archivedRows) lastIds.set(table, Math.max(lastIds.get(table) ?? 0, Number(id) || 0))
      const lines = (await rewrite(table, archivedRows)).map(
        (row) => `${JSON.stringify(columns.map((column) => row[column] ?? null))}\n`,
      )
      if (lines.length > 0) await insertions.get(table)?.(db, Buffer.from(lines.join('')))
    },
    async end(): Promise<void> {
      for (const [table, last] of lastIds) await passId(owner, `"${schema}".${table}`, last)
    },
  }
}

/** Makes the numbers that the table gives from now on higher; they are taken one by one, because other tenants take them too. */
async function passId(owner: QueryExecutorProvider, table: string, last: number): Promise<void> {
  const { rows } = await sql<{ name: string | null }>`
    select pg_get_serial_sequence(${table}, attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attname = 'id' and attidentity <> ''`.execute(owner)
  const name = rows[0]?.name
  if (name === null || name === undefined) return
  await sql`
    select count(nextval(${name}::regclass)) from generate_series(
      1, greatest(${last}::bigint - (select last_value from ${sql.raw(name)}), 0))`.execute(owner)
}
