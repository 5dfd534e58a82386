import type { NewestVersion } from '@quatrain/contract/kit/version.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Document } from '#request/recording.ts'
import type { Db } from '#request/tenancy.ts'

/** Where the versions of one object are read. */
export interface VersionSource {
  readonly db: Db
  /** A query with the columns of `VersionRow` and `stored_size`, in bytes. */
  readonly versions: RawBuilder<unknown>
  /** Whether people call a version of that query so. */
  readonly isCalled: (wanted: string) => RawBuilder<boolean>
  readonly newest: NewestVersion
}

/** A version as the database answers with it. */
export interface VersionRow {
  /** Grows from the oldest version of the object to the newest. */
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

/** Times as the interface writes them. */
export const told = <Row extends Pick<VersionRow, 'date_created'>>(row: Row) => ({
  ...row,
  date_created: new Date(row.date_created).toISOString(),
})

/**
 * A page of versions takes so many rows, so many bytes as they are stored, and so many as they are read, but one row at
 * least. What is stored is known without reading it; what repeats itself is stored in a hundredth of its length.
 */
const mostRows = 500
const mostBytesStored = 262_144
const mostBytes = 1_048_576

/** The versions older than this rank, newest first, as many as make a page, and the rank to ask the next page with. */
export async function pageOf({ db, versions }: VersionSource, before: number | undefined) {
  const { rows } = await sql<VersionRow & { readonly isLast: boolean }>`
    with found as (
      select * from (${versions}) as version where ${isBefore(before)} order by rank desc limit ${mostRows}
    ), stored as (
      select *, sum(stored_size) over (order by rank desc) - stored_size < ${mostBytesStored} as fits,
        row_number() over (order by rank desc) = count(*) over () and count(*) over () < ${mostRows} as "isLast"
      from found
    ), read as (
      select *, sum(octet_length(fields::text)) over (order by rank desc) - octet_length(fields::text) as before_it
      from stored where fits
    )
    select rank, id, version, object_repr, date_created, "user", comment, remark, fields, "isLast"
    from read where before_it < ${mostBytes} order by rank desc
  `.execute(db)
  const last = rows.at(-1)
  return { rows, next: last && !last.isLast ? last.rank : undefined }
}

/** Keeps the versions older than this rank. */
export const isBefore = (rank: number | undefined): RawBuilder<boolean> =>
  rank === undefined ? sql<boolean>`true` : sql<boolean>`rank < ${rank}`
