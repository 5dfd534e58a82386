import type { NewestVersion } from '@quatrain/contract/kit/version.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Document } from '#request/context/recording.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** The source of the versions of one object. */
export interface VersionSource {
  readonly db: Db
  /** A query with the columns of `VersionRow` and `stored_size`, in bytes. */
  readonly versions: RawBuilder<unknown>
  /** The versions and deletions, with a further column `is_deletion`; absent if there can be none. */
  readonly withDeletions?: RawBuilder<unknown>
  /** A condition on that query: whether a version has this name. */
  readonly isCalled: (name: string) => RawBuilder<boolean>
  readonly newest: NewestVersion
  /** The number of the oldest versions that are in archives. */
  readonly archived: number
}

/** A version as a row of the database. */
export interface VersionRow {
  /** Increases from the oldest version of the object to the newest. */
  readonly rank: number
  readonly id: number
  readonly version: string
  readonly object_repr: string
  readonly date_created: Date | string
  readonly user: string
  readonly comment: string
  readonly remark: string
  readonly fields: Document
}

/** Times in the format of the API. */
export const versionHead = <Row extends Pick<VersionRow, 'date_created'>>(row: Row) => ({
  ...row,
  date_created: new Date(row.date_created).toISOString(),
})

/**
 * The limits of a page of versions: rows, stored bytes, and characters that are read; it has at least one row. The
 * stored size is known without reading; repetitive documents are compressed to a hundredth.
 */
const maxRows = 500
const maxBytesStored = 262_144
const maxBytes = 1_048_576

/** The versions older than this rank, newest first, as many as fit on a page, and the rank for the next page. */
export async function pageOf({ db, versions }: VersionSource, beforeNumber: number | undefined) {
  const { rows } = await sql<VersionRow & { readonly isLast: boolean }>`
    with found as (
      select * from (${versions}) as version where ${isBefore(beforeNumber)} order by rank desc limit ${maxRows}
    ), stored as (
      select *, sum(stored_size) over (order by rank desc) - stored_size < ${maxBytesStored} as fits,
        row_number() over (order by rank desc) = count(*) over () and count(*) over () < ${maxRows} as "isLast"
      from found
    ), read as (
      select *, sum(octet_length(fields::text)) over (order by rank desc) - octet_length(fields::text) as before_it
      from stored where fits
    )
    select rank, id, version, object_repr, date_created, "user", comment, remark, fields, "isLast"
    from read where before_it < ${maxBytes} order by rank desc
  `.execute(db)
  const last = rows.at(-1)
  return { rows, next: last && !last.isLast ? last.rank : undefined }
}

/** A condition for the versions older than this rank. */
export const isBefore = (rank: number | undefined): RawBuilder<boolean> =>
  rank === undefined ? sql<boolean>`true` : sql<boolean>`rank < ${rank}`
