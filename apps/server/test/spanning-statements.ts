import type { Database } from '@quatrain/platform/database/database.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { sql } from 'kysely'
import { consoleSchema, spanningRole } from '#request/tenancy/tenancy.ts'

/** What all tenants share: numbers of the catalogue's objects, kinds of objects, receivers of the activity log. */
const sharedColumns = ['template_id', 'probe_version_id', 'roll_out_id', 'kind', 'part', 'receiver']

/** By table: the columns that identify a row within its tenant. */
type OwnColumns = ReadonlyMap<string, readonly string[]>

async function readOwnColumns(database: Database): Promise<OwnColumns> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select relation.relname as table, array_agg(distinct own.attname::text) as columns
    from pg_index as index
    join pg_class as relation on relation.oid = index.indrelid and relation.relnamespace = ${consoleSchema}::regnamespace
    join pg_attribute as tenant on tenant.attrelid = relation.oid and tenant.attname = 'tenant_id'
    join pg_attribute as own on own.attrelid = relation.oid and own.attnum = any(index.indkey) and own.attnum <> tenant.attnum
    where index.indisunique and tenant.attnum = any(index.indkey) and own.attname <> all(${sharedColumns}::text[])
    group by relation.relname`.execute(database.within(scope({ schema: consoleSchema })))
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

/**
 * The tables of which a statement finds a row by what identifies it within its tenant, without naming the tenant: in a handle that
 * sees all tenants, it would find the rows of others too.
 */
function tablesWithoutTenant(statement: string, ownColumns: OwnColumns): string[] {
  const text = statement.replaceAll('"', '').toLowerCase()
  const read = [...text.matchAll(/\b(?:from|join|update|using)\s+(?:only\s+)?(\w+)(?:\s+as\s+(\w+))?/g)]
  const isTable = (name: string) =>
    ownColumns.has(name) && !new RegExp(`\\b${name} as (not )?(materialized )?\\(`).test(text)
  const names = new Map(
    read.flatMap(([, table = '', alias]) => (isTable(table) ? [[alias ?? table, table] as const] : [])),
  )
  const isBare = names.size === 1
  return [...names].flatMap(([name, table]) => {
    const own = ownColumns.get(table)?.join('|')
    const isTenantNamed = new RegExp(`\\b${name}\\.tenant_id\\b`).test(text) || (isBare && /\btenant_id\b/.test(text))
    const isOwnCompared =
      new RegExp(`\\b${name}\\.(${own})\\s*(=|in\\b|<)|=\\s*${name}\\.(${own})\\b`).test(text) ||
      (isBare && new RegExp(`(?<![.\\w])(${own})\\s*(=|in\\b|<)`).test(text))
    return !isTenantNamed && isOwnCompared ? [table] : []
  })
}

/**
 * From now on, each statement of the database that can see all tenants has to name the tenant of the rows that it finds by their
 * ids, which repeat over tenants: other statements fail.
 */
export async function guardSpanningStatements(database: Database): Promise<void> {
  const ownColumns = await readOwnColumns(database)
  /** By session: whether the role of its transaction is other than that of the handle. */
  const isSpanning = new WeakMap<object, boolean>()
  database.observe((statement, { scope, session }) => {
    if (/^(begin|commit|rollback)$/i.test(statement)) isSpanning.delete(session)
    else if (statement.includes('set_config(')) isSpanning.set(session, false)
    else if (statement.includes(`set local role ${spanningRole}`)) isSpanning.set(session, true)
    const role = scope.settings.find(([name]) => name === 'role')?.[1]
    if (!(isSpanning.get(session) ?? role === spanningRole)) return
    const tables = tablesWithoutTenant(statement, ownColumns)
    if (tables.length === 0) return
    throw new Error(`This statement sees all tenants and does not name that of ${tables.join(', ')}: ${statement}`)
  })
}
