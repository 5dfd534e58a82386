import type { NewestVersion } from '@quatrain/contract/kit/version.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import { type VersionRow, type VersionSource, versionHead } from './version-source.ts'

/**
 * The versions of one object in a table of their own; `versions` as in `VersionSource`, with a column `label`: another
 * name of the version.
 */
export const ownVersions = (
  db: Db,
  newest: Omit<NewestVersion, 'deletion'>,
  versions: RawBuilder<unknown>,
): VersionSource => ({
  db,
  newest: { ...newest, deletion: null },
  versions,
  archived: 0,
  isCalled: (name) => sql<boolean>`${name} in (version, label)`,
})

/** The number of versions of all objects that are read at once; their documents are small. */
const pageSize = 2000

interface AllVersions {
  /** The ids of all versions, in the order of the list. */
  readonly inOrder: RawBuilder<unknown>
  /** The versions with these ids, with the columns of `VersionRow` except the rank. */
  readonly among: (ids: RawBuilder<unknown>) => RawBuilder<unknown>
}

/**
 * All versions of all objects, page by page. The set and its order are fixed at the start; a version that is updated
 * while the list is read has its new content.
 */
export async function* allOwnVersions(db: Db, { inOrder, among }: AllVersions): AsyncGenerator<readonly unknown[]> {
  const { rows: ids } = await sql<{ id: number }>`${inOrder}`.execute(db)
  for (let start = 0; start < ids.length; start += pageSize) {
    const page = ids.slice(start, start + pageSize).map(({ id }) => id)
    const pageIds = sql`${page}::integer[]`
    const { rows } = await sql<Omit<VersionRow, 'rank'>>`
      select * from (${among(pageIds)}) as version order by array_position(${pageIds}, id)
    `.execute(db)
    yield rows.map(versionHead)
  }
}
