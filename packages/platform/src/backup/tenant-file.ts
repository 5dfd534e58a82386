import { type QueryExecutorProvider, sql } from 'kysely'
import { findMigrations } from '../database/migrate.ts'
import type { BackedUpStore } from './backed-up-store.ts'
import type { Origin } from './create-backup.ts'
import type { Header, Manifest } from './manifest.ts'
import { type Chunk, rowsOfTable } from './read-store.ts'
import { valueFormats } from './snapshot.ts'
import { findTables, type StoredTable } from './tables.ts'
import { writeStores } from './write-stores.ts'

/** A store as one transaction sees it that may read the tenant's rows. */
export interface TenantSource {
  readonly store: BackedUpStore
  readonly db: QueryExecutorProvider
  /** The number of the tenant in this store. */
  readonly tenant: number
}

/** Tables of a store with rows of tenants, without those that the file of a tenant leaves out. */
async function tablesOfTenant(db: QueryExecutorProvider, store: BackedUpStore): Promise<StoredTable[]> {
  const leftOut = [...store.transient, ...Object.keys(store.leftOutOfTenant.tables)]
  const tables = await findTables(db, store.schema)
  return tables.filter(
    ({ name, columns }) => columns.some(({ name }) => name === 'tenant_id') && !leftOut.includes(name),
  )
}

/** Writes the rows of one tenant to an archive. Throws what `writeStores` throws; then there is no file. */
export async function writeTenantFile(
  file: string,
  sources: readonly TenantSource[],
  { name, details, ...origin }: Origin & { readonly name: string; readonly details: TenantDetails },
): Promise<Manifest> {
  const opened = []
  for (const { store, db, tenant } of sources) {
    await sql.raw(valueFormats).execute(db)
    const tables = await tablesOfTenant(db, store)
    opened.push({ store, db, tenant, tables, migrations: await findMigrations(db, store.schema) })
  }
  const header: Header = {
    format: 1,
    ...origin,
    stores: opened.map(({ store, migrations, tables }) => ({
      name: store.name,
      migrations,
      tables: tables.map(({ name, columns }) => ({ name, columns: columns.map(({ name }) => name) })),
    })),
    tenant: { name, leftOut: sources.flatMap(({ store }) => leftOutOf(store)), details },
  }
  const contents = opened.map(({ store, db, tenant, tables }) => ({
    name: store.name,
    async *chunks(): AsyncGenerator<Chunk> {
      for (const table of tables) {
        yield* rowsOfTable(db, table, tenant, store.leftOutOfTenant.columns[table.name])
      }
    },
    sequences: async () => [],
  }))
  return writeStores(file, header, contents)
}

type TenantDetails = NonNullable<Header['tenant']>['details']

const leftOutOf = ({ name, leftOutOfTenant: { tables, columns } }: BackedUpStore): string[] => [
  ...Object.entries(tables).map(([table, why]) => `${name}.${table}: ${why}`),
  ...Object.entries(columns).map(([table, names]) => `${name}.${table}, columns ${names.join(', ')}: secret`),
]
