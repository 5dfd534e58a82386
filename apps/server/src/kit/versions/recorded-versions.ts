import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { NewestVersion } from '@quatrain/contract/kit/version.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#request/tenancy.ts'
import { idOf } from './history.ts'
import type { VersionSource } from './version-source.ts'

type Kind = Pick<Resource, 'kind'>

/**
 * The versions of the object with this name that the recorder has stored; undefined if there are none. A deleted object
 * keeps its history; if several objects had the name, it is that of the last one. Kinds without names are found by id.
 */
export function recordedVersions(
  db: Db,
  { kind, key }: Pick<Resource, 'kind' | 'key'>,
  name: string,
): Promise<VersionSource | undefined> {
  if (key.read === 'id') return recordedVersionsOf(db, { kind }, idOf(name))
  const last = sql`(select object_id from versions where kind = ${kind} and name = ${name}
    order by created_at desc, object_id desc limit 1)`
  return versionsOf(db, { kind }, last)
}

/** The versions of the object with this id, whatever its name. */
export const recordedVersionsOf = (db: Db, kind: Kind, id: number): Promise<VersionSource | undefined> =>
  versionsOf(db, kind, sql`${id}::integer`)

async function versionsOf(db: Db, { kind }: Kind, objectId: RawBuilder<unknown>): Promise<VersionSource | undefined> {
  const { rows } = await sql<NewestVersion & { readonly objectId: number; readonly archived: number }>`
    select object_id as "objectId", number as id, number::text as version, name, (
      select number - 1 from versions where kind = ${kind} and object_id = newest.object_id order by number limit 1
    ) as archived
    from versions as newest where kind = ${kind} and object_id = ${objectId} order by number desc limit 1
  `.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { objectId: id, archived, ...newest } = found
  return {
    db,
    newest,
    archived,
    versions: sql`
      select number as rank, number as id, number::text as version, name as object_repr, created_at as date_created,
        author as "user", comment, remark, document as fields, pg_column_size(document) as stored_size
      from versions where kind = ${kind} and object_id = ${id}`,
    isCalled: (name) => sql<boolean>`id = ${idOf(name)}`,
  }
}
