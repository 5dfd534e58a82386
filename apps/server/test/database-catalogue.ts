import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

export interface Column {
  readonly name: string
  readonly type: string
  /** The types of its columns are unknown. */
  readonly isFilledIn: boolean
}

export interface ForeignKey {
  readonly name: string
  readonly columns: string[]
  readonly to: string
  readonly targets: string[]
}

/** A table as described by the catalogue of the database. */
export interface Table {
  readonly name: string
  readonly columns: Column[]
  readonly primaryKey: string[]
  /** The columns of every index, including the primary key. */
  readonly indexes: { name: string; columns: string[]; isUnique: boolean }[]
  readonly foreignKeys: ForeignKey[]
  readonly checks: string[]
  readonly rowSecurity: 'forced' | 'enabled' | 'off'
  readonly policies: { name: string; roles: string[]; command: string; using: string | null; check: string | null }[]
  /** `role privilege` for everybody but the owner. */
  readonly grants: string[]
}

const columnsOf = (relation: string, numbers: string) => `
  (select coalesce(json_agg(attribute.attname order by key.position), '[]')
   from unnest(${numbers}::smallint[]) with ordinality as key (number, position)
   join pg_attribute as attribute on attribute.attrelid = ${relation} and attribute.attnum = key.number)`

const tables = `
  select relation.relname as name,
    case when relation.relforcerowsecurity and relation.relrowsecurity then 'forced'
      when relation.relrowsecurity then 'enabled' else 'off' end as "rowSecurity",
    (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null),
        'isFilledIn', not attnotnull or atthasdef or attidentity <> '') order by attnum)
     from pg_attribute where attrelid = relation.oid and attnum > 0 and not attisdropped) as columns,
    (select ${columnsOf('relation.oid', 'conkey')} from pg_constraint
     where conrelid = relation.oid and contype = 'p') as "primaryKey",
    (select coalesce(json_agg(json_build_object('name', indexrelid::regclass::text, 'isUnique', indisunique,
        'columns', ${columnsOf('relation.oid', 'indkey')})), '[]')
     from pg_index where indrelid = relation.oid) as indexes,
    (select coalesce(json_agg(json_build_object('name', conname, 'columns', ${columnsOf('conrelid', 'conkey')},
        'to', confrelid::regclass::text, 'targets', ${columnsOf('confrelid', 'confkey')})), '[]')
     from pg_constraint where conrelid = relation.oid and contype = 'f') as "foreignKeys",
    (select coalesce(json_agg(pg_get_constraintdef(oid)), '[]')
     from pg_constraint where conrelid = relation.oid and contype = 'c') as checks,
    (select coalesce(json_agg(json_build_object('name', policyname, 'roles', to_json(roles), 'command', cmd,
        'using', qual, 'check', with_check) order by policyname), '[]')
     from pg_policies where schemaname = current_schema() and tablename = relation.relname) as policies,
    (select coalesce(json_agg(grantee::regrole || ' ' || privilege_type order by grantee::regrole::text, privilege_type), '[]')
     from aclexplode(relation.relacl) where grantee <> relation.relowner) as grants
  from pg_class as relation
  where relation.relnamespace = current_schema()::regnamespace and relation.relkind in ('r', 'p')
  order by relation.relname
`

/** Every table of the console. */
export async function tablesOf(owner: Db): Promise<Table[]> {
  const { rows } = await sql.raw<Table>(tables).execute(owner)
  return rows
}

export const isTenants = ({ columns }: Table): boolean => columns.some(({ name }) => name === 'tenant_id')
