import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { rowNamesIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

/** A group by its id and the name that it has after the write. */
export interface NamedGroup {
  readonly id: number
  readonly name: string
}

/** The objects that are moved between groups. */
interface Regrouping {
  readonly group: NamedGroup
  /** The names of all objects that the group has afterwards. */
  readonly items: readonly string[]
  /** The group to which the other objects go; they have none if it is absent. */
  readonly successor?: NamedGroup | undefined
}

/** The objects of a kind as members of groups. */
export interface GroupedObjects {
  readonly resource: Resource
  /** Selects the names of the objects of a group as a JSON list, in order. */
  readonly namesIn: (groupId: RawBuilder<unknown>) => RawBuilder<string[]>
  /** Selects their number. */
  readonly countIn: (groupId: RawBuilder<unknown>) => RawBuilder<number>
  /** The objects without a group whose names contain `search`, ignoring case; all of them without a limit. */
  readonly findFree: (db: Db, search: string, limit?: number) => Promise<{ result: string[]; total: number }>
  /**
   * Makes `items` the complete list of the group's objects. Adds each changed object to the pending changes of the
   * transaction, with its new row version. Returns those of `items` that do not exist. One statement for any number; to
   * be called before the group itself is renamed. `is true` makes PostgreSQL read each list once even if it knows nothing
   * about the tenant, instead of comparing every object with every name.
   */
  readonly regroup: (db: Db, regrouping: Regrouping) => Promise<string[]>
}

interface Definition {
  readonly resource: Resource
  readonly table: string
  /** The name of an object, selected from the alias `object`; by default its column. */
  readonly name?: RawBuilder<string>
  /** The field of its document with the name of its group. */
  readonly field?: 'group' | 'groupname'
}

/** Objects are recorded after the changes of the group itself. */
const step = sql`1::smallint`

/** The SQL with which groups read and change the objects of a kind. The tenant's write lock must be held. */
export function groupedObjects(definition: Definition): GroupedObjects {
  const { resource, table, name = sql<string>`object.name`, field = 'groupname' } = definition
  const objects = sql`(
    select object.id, object.row_version, object.group_id, ${name} as name from ${sql.table(table)} as object
    where object.tenant_id = current_tenant())`
  return {
    resource,
    namesIn: (groupId) => sql`(
      select coalesce(json_agg(object.name order by object.name), '[]') from ${objects} as object
      where object.group_id = ${groupId})`,
    countIn: (groupId) => sql`(
      select count(*)::integer from ${sql.table(table)} as object
      where object.tenant_id = current_tenant() and object.group_id = ${groupId})`,

    async findFree(db, search, limit) {
      const { rows } = await sql<{ result: string[]; total: number }>`
        with free as materialized (
          select object.name from ${objects} as object
          where object.group_id is null and strpos(lower(object.name), lower(${search})) > 0
        )
        select coalesce((select json_agg(name order by name) from (
            select name from free order by name limit ${limit ?? null}::integer) as listed), '[]') as result,
          (select count(*)::integer from free) as total
      `.execute(db)
      return rows[0] ?? { result: [], total: 0 }
    },

    async regroup(db, { group, items, successor }) {
      return rowNamesIn(db)`
        with wanted as materialized (
          select distinct name collate "C" as name from unnest(${[...items]}::text[]) as given (name)
        ), known as materialized (
          select object.*, (name in (select name from wanted)) is true as is_item from ${objects} as object
        ), moved as materialized (
          select object.id, object.name, object.row_version, is_item, coalesce(owner.name, '') as was,
            case when is_item then ${group.name} else ${successor?.name ?? ''} end as becomes
          from known as object
          left join groups as owner on owner.tenant_id = current_tenant() and owner.id = object.group_id
          where case when is_item then object.group_id is distinct from ${group.id} or owner.name <> ${group.name}
            else object.group_id = ${group.id} end
        ), updated as (
          update ${sql.table(table)} as stored set row_version = stored.row_version + 1,
            group_id = case when (stored.id in (select id from moved where is_item)) is true
              then ${group.id}::integer else ${successor?.id ?? null}::integer end
          where stored.tenant_id = current_tenant() and (stored.id in (select id from moved)) is true
        ), collected as (
          insert into pending_changes
            (step, tenant_id, kind, object_id, name, before, after, row_version, comment, is_version)
          select ${step}, current_tenant(), ${resource.kind}, moved.id, moved.name, latest.document, (
              select json_object_agg(entry.key,
                case entry.key when ${field} then to_json(moved.becomes) else entry.value end order by entry.position)
              from json_each(latest.document) with ordinality as entry (key, value, position)),
            moved.row_version,
            case when moved.was = '' then 'Added' when moved.becomes = '' then 'Deleted' else 'Changed' end
              || ${` ${field}.`}, true
          from moved
          join lateral (
            select document from versions
            where tenant_id = current_tenant() and kind = ${resource.kind} and object_id = moved.id
            order by number desc limit 1
          ) as latest on true
        )
        select name from wanted
        where (name in (select name from known where is_item)) is not true order by name
      `
    },
  }
}
