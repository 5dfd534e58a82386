// The JSON dumps that the tools of the other system write of its databases, with natural keys.
import type { Query } from '@quatrain/platform/database/other-database.ts'
import { schemas } from './tables.ts'

interface DumpedRow {
  readonly model: string
  readonly pk?: unknown
  readonly fields: Readonly<Record<string, unknown>>
}

type Row = Readonly<Record<string, unknown>>

/** The columns that identify rows of a table in dumps; such rows have no number there. */
const naturalKeys: Readonly<Record<string, readonly string[]>> = {
  django_content_type: ['app_label', 'model'],
  users_custuser: ['username'],
  super_ostag: ['name'],
  super_yumrepo: ['name', 'tag_id'],
  super_package: ['name', 'version'],
  super_probe: ['name'],
  super_probehistory: ['name', 'package_id'],
  super_metrictemplatetype: ['name'],
  super_metrictags: ['name'],
  super_metrictemplate: ['name'],
  poem_groupofmetrics: ['name'],
  poem_groupofmetricprofiles: ['name'],
  poem_groupofaggregations: ['name'],
  poem_groupofthresholdsprofiles: ['name'],
  poem_groupofreports: ['name'],
  poem_probecandidatestatus: ['name'],
}

/** Tables that are no models, and those that the dump of the super-tenant leaves out. */
const leftOut = new Set(['django_migrations', 'tenants_tenant', 'tenants_domain'])

const models: Readonly<Record<string, string>> = {
  django_content_type: 'contenttypes.contenttype',
  django_session: 'sessions.session',
  poem_my_api_key: 'poem.myapikey',
}

/** The table that each reference leads to, by table and column. */
const references = new Map(
  [...schemas(['tenant']).matchAll(/alter table (\w+) add foreign key \((\w+)\) references (\w+)/g)].map(
    ([, table, column, target = '']) => [`${table} ${column}`, target],
  ),
)

/** The rows of a schema. */
export async function dumpOf(query: Query, schema: string): Promise<DumpedRow[]> {
  const tables = await query<{ name: string }>(
    'select table_name::text as name from information_schema.tables where table_schema = $1 order by 1',
    [schema],
  )
  const rows = new Map<string, readonly Row[]>()
  for (const { name } of tables) {
    const found = await query<{ row: Row }>(`select to_jsonb(source) as row from ${schema}.${name} as source`, [])
    rows.set(
      name,
      found.map(({ row }) => row),
    )
  }
  const targetOf = (table: string, column: string) => references.get(`${table} ${column}`)
  const numbered = (table: string, id: unknown) => rows.get(table)?.find((row) => row.id === id)

  /** What a dump has in place of a reference. */
  function referenceTo(table: string, id: unknown): unknown {
    const row = numbered(table, id)
    const key = naturalKeys[table]
    if (!row || !key) return id
    return key.flatMap((column) => partOf(table, column, row))
  }

  /** A probe version is named by its package's version only, an object of the catalogue by its whole key. */
  function partOf(table: string, column: string, row: Row): unknown {
    const target = targetOf(table, column)
    if (target === undefined) return row[column]
    return target === 'super_package' ? numbered(target, row[column])?.version : referenceTo(target, row[column])
  }

  /** The two columns of a table that only links others. */
  const linking = (table: string): readonly string[] | undefined => {
    const own = Object.keys(rows.get(table)?.[0] ?? {}).filter((column) => column !== 'id')
    return own.length === 2 && own.every((column) => targetOf(table, column)) ? own : undefined
  }

  /** The lists of linked rows within a row. */
  const listsOf = (table: string, row: Row) =>
    [...rows.keys()].flatMap((name) => {
      const ends = linking(name)
      if (!ends || !name.startsWith(`${table}_`)) return []
      const [from, to] = targetOf(name, ends[0] ?? '') === table ? ends : ends.toReversed()
      if (from === undefined || to === undefined || targetOf(name, from) !== table) return []
      const linked = (rows.get(name) ?? []).filter((link) => link[from] === row.id)
      return [[name.slice(table.length + 1), linked.map((link) => referenceTo(targetOf(name, to) ?? '', link[to]))]]
    })

  const dumped = [...rows].filter(([table]) => !leftOut.has(table) && !linking(table))
  return dumped.flatMap(([table, found]) =>
    found.map((row): DumpedRow => {
      const { id, ...columns } = row
      const fields = Object.entries(columns).map(([column, value]) => {
        const target = targetOf(table, column)
        return target === undefined
          ? [column, value]
          : [column === 'object_id' ? column : column.replace(/_id$/, ''), referenceTo(target, value)]
      })
      return {
        model: models[table] ?? table.replace('_', '.'),
        ...(id !== undefined && naturalKeys[table] === undefined && { pk: id }),
        fields: Object.fromEntries([...fields, ...listsOf(table, row)]),
      }
    }),
  )
}
