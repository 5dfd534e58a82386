import type { Query } from '@quatrain/platform/database/other-database.ts'
import { UsageError } from '@quatrain/server/cli/terminal.ts'
import { type LinkTable, type SourceRow, type SourceSchema, schemaOf } from './source.ts'

interface Reference {
  readonly column: string
  readonly table: string
}

/**
 * Reads every table of the super-tenant's schema and of each tenant's, as they were at one moment. Nothing is written.
 * Throws a usage error if the database has no table of tenants.
 */
export async function readPostgreSql(query: Query): Promise<SourceSchema[]> {
  const shared = await readSchema(query, 'public')
  const tenants = shared.rowsOf('tenant').map(({ fields }) => String(fields.schema_name))
  if (tenants.length === 0) throw new UsageError('The database has no table of tenants in its schema public.')
  const schemas = []
  for (const name of tenants.filter((name) => name !== 'public')) schemas.push(await readSchema(query, name))
  return [shared, ...schemas]
}

async function readSchema(query: Query, schema: string): Promise<SourceSchema> {
  const tables = await query<{ table: string; columns: string[]; key: string | null }>(
    `select relation.relname::text as "table",
       array(select attname::text from pg_attribute
             where attrelid = relation.oid and attnum > 0 and not attisdropped order by attnum) as columns,
       (select attname::text from pg_index
        join pg_attribute on attrelid = indrelid and attnum = indkey[0]
        where indrelid = relation.oid and indisprimary and indnkeyatts = 1) as key
     from pg_class as relation where relation.relnamespace = to_regnamespace($1) and relation.relkind in ('r', 'p')
     order by 1`,
    [quoted(schema)],
  )
  const rows: SourceRow[] = []
  const linkTables: LinkTable[] = []
  for (const { table, columns, key } of tables) {
    const references = await referencesOf(query, `${quoted(schema)}.${quoted(table)}`)
    const linkTable = asLinkTable(table, columns, references)
    if (linkTable) linkTables.push(linkTable)
    const result = await query<{ row: Readonly<Record<string, unknown>> }>(
      `select to_jsonb(source) as row from ${quoted(schema)}.${quoted(table)} as source
       order by ${key === null ? '1' : quoted(key)}`,
      [],
    )
    const fieldOf = linkTable ? (column: string) => column : fieldsOf(references)
    for (const { row } of result) {
      const id = key === null ? undefined : row[key]
      rows.push({
        table,
        id: typeof id === 'number' || typeof id === 'string' ? id : undefined,
        fields: Object.fromEntries(Object.entries(row).map(([column, value]) => [fieldOf(column), value])),
      })
    }
  }
  return schemaOf(schema, rows, { linkTables, embedded: false })
}

/** The columns of a table that refer to one column of another. */
const referencesOf = (query: Query, table: string): Promise<Reference[]> =>
  query<Reference & Record<string, unknown>>(
    `select attname::text as "column", target.relname::text as "table"
     from pg_constraint
     join pg_class as target on target.oid = confrelid
     join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where conrelid = to_regclass($1) and contype = 'f' and array_length(conkey, 1) = 1`,
    [table],
  )

/** A table that has nothing but two references links the rows of two tables. */
function asLinkTable(table: string, columns: readonly string[], references: readonly Reference[]) {
  const own = columns.filter((column) => column !== 'id')
  const [a, b] = own.map((column) => references.find((reference) => reference.column === column))
  if (own.length !== 2 || !a || !b) return undefined
  return { table, ends: [end(a), end(b)] } satisfies LinkTable
}

const end = ({ column, table }: Reference) => ({ field: column, table })

/** A reference `group_id` is the field `group`, as in dumps; that system calls the object of a version `object_id`. */
function fieldsOf(references: readonly Reference[]) {
  const referring = new Set(references.map(({ column }) => column))
  return (column: string) => (referring.has(column) && column !== 'object_id' ? column.replace(/_id$/, '') : column)
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
