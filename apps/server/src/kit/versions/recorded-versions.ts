import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { Deletion, NewestVersion } from '@quatrain/contract/kit/version.ts'
import { firstRowIn, rowIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { idOf, noSuchVersion } from './history.ts'
import type { VersionSource } from './version-source.ts'

/**
 * How versions of a kind are called, if not by their numbers: expressions over the columns of `versions` of one object.
 */
export interface VersionNames {
  /** The name of the version; several versions can have it. */
  readonly base: RawBuilder<string>
  /** A version's other name, which also says what `base` leaves out. */
  readonly label: RawBuilder<string>
  /** The object as it was called in this version. */
  readonly called: RawBuilder<string>
}

/** A kind whose history is read. */
export interface KindOfVersions extends Pick<Resource, 'kind'> {
  readonly names?: VersionNames | undefined
}

/**
 * The versions of the object with this name that the recorder has stored, with its deletions; undefined if there are none. A
 * deleted object keeps its history; if several objects had the name, it is that of the last one. Kinds without names are found
 * by id.
 */
export function recordedVersions(
  db: Db,
  { kind, key, names }: KindOfVersions & Pick<Resource, 'key'>,
  name: string,
): Promise<VersionSource | undefined> {
  if (key.read === 'id') return recordedVersionsOf(db, { kind, names }, idOf(name))
  const last = sql`(select object_id from versions where tenant_id = current_tenant() and kind = ${kind} and name = ${name}
    order by created_at desc, object_id desc limit 1)`
  return versionsOf(db, { kind, names }, last)
}

/** The versions of the object with this id, whatever its name. */
export const recordedVersionsOf = (db: Db, kind: KindOfVersions, id: number): Promise<VersionSource | undefined> =>
  versionsOf(db, kind, sql`${id}::integer`)

/**
 * The beginning of the comment of a write that restores a version of this object; empty for others. Throws `invalid_input` if
 * there is no such version.
 */
export async function commentOfRestore({ db, write }: Context, kind: KindOfVersions, id: number): Promise<string> {
  if (write.restoredFrom === undefined) return ''
  const source = await recordedVersionsOf(db, kind, id)
  const { version } = await rowIn(db, noSuchVersion)<{ version: string }>`
    select version from (${source?.versions ?? sql`select 0 as id, '' as version`}) as known where id = ${write.restoredFrom}`
  return `Restored version ${version}. `
}

interface Found {
  readonly objects: readonly number[]
  readonly archived: number
  readonly newest: Omit<NewestVersion, 'deletion'> | null
  readonly deletion: Deletion | null
}

async function versionsOf(
  db: Db,
  { kind, names }: KindOfVersions,
  objectId: RawBuilder<unknown>,
): Promise<VersionSource | undefined> {
  const row = await firstRowIn(db)<Found>`
    with object as materialized (
      select id, array(select continued_objects(${kind}, id)) as objects from (select ${objectId} as id) as given
      where id is not null
    ), last as (
      select number, is_deletion, author, remark, created_at from versions
      where tenant_id = current_tenant() and kind = ${kind} and object_id = (select id from object) order by number desc limit 1
    ), newest as (
      select * from (${versionRows(kind, names, sql`(select objects from object)::integer[]`)}) as version
      where not is_deletion order by rank desc limit 1
    )
    select objects, (
        select min(oldest.number) - 1 from unnest(objects) as one (id) cross join lateral (
          select number from versions
          where tenant_id = current_tenant() and kind = ${kind} and object_id = one.id order by number limit 1) as oldest
      ) as archived,
      (select json_build_object('id', id, 'version', version, 'name', name) from newest) as newest,
      case when last.is_deletion then json_build_object('object', object.id, 'date_created',
        to_char(last.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'user', last.author, 'remark',
        last.remark) end as deletion
    from object join last on true`
  if (!row?.newest) return undefined
  const { objects, archived, newest, deletion } = row
  const all = versionRows(kind, names, sql`${[...objects]}::integer[]`)
  return {
    db,
    archived,
    newest: { ...newest, deletion },
    versions: sql`select * from (${all}) as version where not is_deletion`,
    withDeletions: all,
    isCalled: (name) => (names ? sql<boolean>`${name} in (version, label)` : sql<boolean>`id = ${idOf(name)}`),
  }
}

/** Selects versions with the columns of `VersionSource`, `name` and `is_deletion`. */
function versionRows(kind: string, names: VersionNames | undefined, objects: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = sql`number as rank, number as id, name, created_at as date_created, author as "user", comment, remark,
    document as fields, pg_column_size(document) as stored_size, is_deletion`
  const where = sql`tenant_id = current_tenant() and kind = ${kind} and object_id = any(${objects})`
  if (!names) {
    return sql`select ${columns}, number::text as version, name as object_repr from versions where ${where}`
  }
  const { base, label, called } = names
  // Whether a version is the newest of those with its name: it has the name, if it is not a deletion; the others also have their number.
  const isLast = (by: RawBuilder<string>) =>
    sql`row_number() over (partition by is_deletion, ${by} order by number desc) = 1`
  return sql`
    select ${columns}, case when is_deletion then number::text when ${isLast(base)} then ${base}
        when ${isLast(label)} then ${label} else ${base} || ' #' || number end as version,
      case when not is_deletion then ${label} end as label,
      case when is_deletion then name else ${called} end as object_repr
    from versions where ${where}`
}
