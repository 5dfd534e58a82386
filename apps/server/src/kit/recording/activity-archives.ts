import { rowsIn } from '@quatrain/platform/database/rows.ts'
import type { Document } from '#request/context/recording.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** A place in the chain of a tenant's activity log: the number and the hash of a row. */
export interface Link {
  readonly number: number
  readonly hash: string
}

/** The link before the first row. */
const beginning: Link = { number: 0, hash: '' }

/** A range of rows at the beginning of a chain that is not stored with the rest of it. */
export interface ArchivedRange {
  readonly firstNumber: number
  readonly lastNumber: number
  /** The hash of the row before the first one, and of the last one. */
  readonly previousHash: string
  readonly lastHash: string
}

/** A file with such a range. */
export interface ActivityArchive extends ArchivedRange {
  readonly tenantId: number
  /** The path in the folder of the archives. */
  readonly file: string
  readonly bytes: number
  readonly sha256: string
  /** The number of versions in it. */
  readonly versions: number
  /** The number of the row of the log that records it. */
  readonly recordedIn: number
}

/** What the row of the log that records an archive says. */
export const recordOf = (archive: Omit<ActivityArchive, 'tenantId' | 'recordedIn'>): Document => ({
  file: archive.file,
  bytes: archive.bytes,
  sha256: archive.sha256,
  versions: archive.versions,
  first_number: archive.firstNumber,
  last_number: archive.lastNumber,
  previous_hash: archive.previousHash,
  last_hash: archive.lastHash,
})

/** The archives of one tenant or of all, by tenant, in the order of their rows. `db` sees those tenants. */
export const findArchives = (db: Db, tenantId?: number) =>
  rowsIn(db)<ActivityArchive>`
    select tenant_id as "tenantId", first_number as "firstNumber", last_number as "lastNumber",
      previous_hash as "previousHash", last_hash as "lastHash", file, bytes::float8 as bytes, sha256, versions,
      recorded_in as "recordedIn"
    from activity_archives where tenant_id = coalesce(${tenantId ?? null}::integer, tenant_id)
    order by tenant_id, last_number`

/** The start of the month (UTC) from which on everything stays: so many full months, and the one that has begun. */
export const keptSince = (months: number, now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))

/** The place where the archives of a tenant end. */
export interface ArchivedEnd {
  readonly tenantId: number
  /** Empty for a tenant that has been deleted. */
  readonly tenant: string
  readonly lastNumber: number
  /** Time of the last archived row. */
  readonly lastAt: Date
}

/** The end of the archives of each tenant that has some. `everyTenant` spans tenants. */
export const findArchivedEnds = (everyTenant: Db) =>
  rowsIn(everyTenant)<ArchivedEnd>`
    select distinct on (tenant_id) tenant_id as "tenantId", coalesce(tenants.name, '') as tenant,
      last_number as "lastNumber", last_at as "lastAt"
    from activity_archives left join tenants on tenants.id = tenant_id
    order by tenant_id, last_number desc`

/** The end of ranges that follow each other from row 1, and the number of the first row that none of them has. */
export function endOfRanges(ranges: readonly ArchivedRange[]): { readonly end: Link; readonly gap: number | null } {
  let end = beginning
  let gap: number | null = null
  for (const { firstNumber, lastNumber, previousHash, lastHash } of ranges) {
    const continues = firstNumber === end.number + 1 && previousHash === end.hash && lastNumber >= firstNumber
    if (!continues) gap ??= end.number + 1
    end = { number: lastNumber, hash: lastHash }
  }
  return { end, gap }
}
