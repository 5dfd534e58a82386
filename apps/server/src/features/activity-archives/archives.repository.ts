import { type Chunk, rowsFrom } from '@quatrain/platform/backup/read-store.ts'
import type { StoredTable } from '@quatrain/platform/backup/tables.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { firstRowIn, rowsIn, valueIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ActivityArchive, ArchivedRange } from '#kit/recording/activity-archives.ts'
import { loggedTenants } from '#kit/recording/logged-tenants.ts'
import { consoleSchema, type Db } from '#request/tenancy/tenancy.ts'

// All functions need the owner of the tables, who alone can remove rows of the log and versions, and most of them one
// transaction.

/** The rows at the beginning of a tenant's log that a file gets. */
export interface Range extends ArchivedRange {
  readonly tenantId: number
  /** The calendar month of the first row (UTC), such as 2026-01. */
  readonly month: string
  readonly firstAt: Date
  readonly lastAt: Date
  /** All rows of the range are older; so are the versions that go with it. */
  readonly until: Date
}

interface RangeLimits {
  readonly tenantId: number
  /** Rows of this time and later stay. */
  readonly before: Date
  /** The number of the last row that may go. */
  readonly atMost: number
  readonly maxRows: number
  /** Whether all rows are of the month of the first one; true by default. */
  readonly ofOneMonth?: boolean
}

/** The tenants that have a log, also deleted ones. */
export const findLoggedTenants = (db: Db): Promise<{ readonly id: number; readonly name: string }[]> =>
  rowsIn(db)<{ id: number; name: string }>`
    with recursive ${loggedTenants}
    select id, coalesce(tenants.name, '') as name from logged left join tenants using (id)
    where id is not null order by tenants.name nulls last, id`

/** Waits for nobody: returns false if another process archives rows of this tenant. Lasts until the transaction ends. */
export const holdArchives = (db: Db, tenantId: number): Promise<boolean> =>
  valueIn(db)<boolean>`
    select pg_try_advisory_xact_lock(hashtext('activity archives'), ${tenantId}::integer) as held`

/**
 * The rows that are archived next: from the first one to the last one of its month that is old enough. The last row that
 * does not itself record an archive stays, so that a chain always has an end, and the log of a tenant in which nothing
 * happens is not archived again and again.
 */
export async function nextRange(db: Db, limits: RangeLimits): Promise<Range | undefined> {
  const { tenantId, before, atMost, maxRows, ofOneMonth = true } = limits
  return firstRowIn(db)<Range>`
    with first as (
      select number, at, previous_hash from activity where tenant_id = ${tenantId}::integer order by number limit 1
    ), ending as (
      select least(${before}::timestamptz, case when ${ofOneMonth}
        then (date_trunc('month', at at time zone 'UTC') + interval '1 month') at time zone 'UTC' end) as at
      from first
    ), last as (
      select least(
        (select number - 1 from activity where tenant_id = ${tenantId}::integer and at >= (select at from ending)
         order by number limit 1),
        (select number - 1 from activity where tenant_id = ${tenantId}::integer and action <> 'archive-activity'
         order by number desc limit 1),
        ${atMost}::integer, (select number - 1 from first)::bigint + ${maxRows}::integer)::integer as number
    )
    select ${tenantId}::integer as "tenantId", first.number as "firstNumber", first.previous_hash as "previousHash",
      first.at as "firstAt", entry.number as "lastNumber", entry.hash as "lastHash", entry.at as "lastAt",
      ending.at as until, to_char(first.at at time zone 'UTC', 'YYYY-MM') as month
    from first cross join ending cross join last
    join activity as entry on entry.tenant_id = ${tenantId}::integer and entry.number = last.number
    where last.number >= first.number`
}

/**
 * Collects the versions that go with a range: of each object in it, those before the newest one, before the first one that
 * a row which stays refers to, and before the first one that is not old enough. Rows of an object refer to its versions in
 * their order, so each of these is found by one look into an index.
 */
export async function collectVersions(db: Db, { tenantId, firstNumber, lastNumber, until }: Range): Promise<void> {
  const tenant = sql.lit(tenantId)
  const ofObject = sql`tenant_id = ${tenant} and kind = touched.kind and object_id = touched.object_id`
  await sql`
    create temporary table archived_histories on commit drop as
    select kind, object_id, least(newest.number, referred.number, recent.number) as kept_from
    from (
      select distinct kind, object_id from activity
      where tenant_id = ${tenant} and number between ${sql.lit(firstNumber)} and ${sql.lit(lastNumber)}
    ) as touched
    cross join lateral (
      select number from versions where ${ofObject} and not is_deletion order by number desc limit 1) as newest
    left join lateral (
      select least(before_version, after_version) as number from activity
      where ${ofObject} and number > ${sql.lit(lastNumber)} and coalesce(before_version, after_version) is not null
      order by number limit 1
    ) as referred on true
    left join lateral (
      select number from versions where ${ofObject} and created_at >= ${sql.lit(until.toISOString())}::timestamptz
      order by number limit 1
    ) as recent on true`.execute(db)
  await sql`analyze archived_histories`.execute(db)
}

/** The versions that `collectVersions` has collected, as the part of a query after `from`. */
const collectedVersions = (tenantId: number): RawBuilder<unknown> => sql`(
  select version.* from (select * from archived_histories order by kind, object_id) as history
  cross join lateral (
    select * from versions
    where tenant_id = ${sql.lit(tenantId)} and kind = history.kind and object_id = history.object_id
      and number < history.kept_from
    order by number offset 0
  ) as version) as version`

/** The rows of a range, then the collected versions. */
export async function* readRange(
  db: Db,
  { tenantId, firstNumber, lastNumber }: Range,
  tables: { readonly activity: StoredTable; readonly versions: StoredTable },
): AsyncGenerator<Chunk> {
  const inRange = sql`activity where tenant_id = ${sql.lit(tenantId)}
    and number between ${sql.lit(firstNumber)} and ${sql.lit(lastNumber)} order by number`
  yield* rowsFrom(db, tables.activity, inRange)
  yield* rowsFrom(db, tables.versions, collectedVersions(tenantId))
}

/** Removes the rows of a range and the collected versions. Returns how many. */
export async function removeRange(db: Db, { tenantId, firstNumber, lastNumber }: Range) {
  const versions = await sql`
    delete from versions using archived_histories as history
    where versions.tenant_id = ${sql.lit(tenantId)} and versions.kind = history.kind
      and versions.object_id = history.object_id and versions.number < history.kept_from`.execute(db)
  const rows = await sql`
    delete from activity
    where tenant_id = ${sql.lit(tenantId)} and number between ${sql.lit(firstNumber)} and ${sql.lit(lastNumber)}
  `.execute(db)
  return { rows: Number(rows.numAffectedRows), versions: Number(versions.numAffectedRows) }
}

/** The imports of tenants in these rows. */
export const importsIn = (db: Db, { tenantId, firstNumber, lastNumber }: Range): Promise<string> =>
  valueIn(db)<string>`
    select coalesce(json_agg(json_build_object('tenant', object_id, 'rows', (after ->> 'activity')::integer,
      'import', after ->> 'import')), '[]')::text as imports
    from activity where tenant_id = ${sql.lit(tenantId)} and action = 'import-tenant'
      and number between ${sql.lit(firstNumber)} and ${sql.lit(lastNumber)}`

/** Stores an archive that the last row of the log records. */
export async function insertArchive(
  db: Db,
  archive: Omit<ActivityArchive, 'recordedIn'> & Range,
  { at, imports }: { readonly at: Date; readonly imports: string },
): Promise<void> {
  await sql`
    insert into activity_archives (tenant_id, first_number, last_number, previous_hash, last_hash, first_at, last_at, versions,
      file, bytes, sha256, recorded_in, created_at, imports)
    select tenant_id, ${archive.firstNumber}::integer, ${archive.lastNumber}::integer, ${archive.previousHash},
      ${archive.lastHash}, ${archive.firstAt}::timestamptz, ${archive.lastAt}::timestamptz, ${archive.versions}::integer,
      ${archive.file}, ${archive.bytes}::bigint, ${archive.sha256}, number, ${at}::timestamptz, ${imports}::json
    from activity where tenant_id = ${archive.tenantId}::integer order by number desc limit 1`.execute(db)
}

/** What a range has, without reading it: the bytes as they are stored. */
export async function sizeOfRange(db: Db, { tenantId, firstNumber, lastNumber }: Range) {
  const { rows } = await sql<{ rows: number; versions: number; bytes: number }>`
    select going.rows, gone.versions, (going.bytes + gone.bytes)::float8 as bytes
    from (
      select count(*)::integer as rows, coalesce(sum(pg_column_size(activity.*)), 0) as bytes from activity
      where tenant_id = ${tenantId}::integer and number between ${firstNumber}::integer and ${lastNumber}::integer
    ) as going cross join (
      select count(*)::integer as versions, coalesce(sum(pg_column_size(version.*)), 0) as bytes
      from ${collectedVersions(tenantId)}
    ) as gone`.execute(db)
  return rows[0] ?? { rows: 0, versions: 0, bytes: 0 }
}

/** The hash of a row; undefined if there is none. */
export async function hashOfRow(db: Db, tenantId: number, number: number): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`
    select hash from activity where tenant_id = ${tenantId}::integer and number = ${number}::integer`.execute(db)
  return rows[0]?.hash
}

/** Lets later rows use the space of removed ones. Locks nothing that saves need. */
export async function reuseSpace(database: Database): Promise<void> {
  for (const table of ['activity', 'versions']) {
    await database.outsideTransactions(`vacuum (truncate false, analyze) ${consoleSchema}.${table}`)
  }
}

/** A version that a row of the log refers to, and the hash of its document, in hexadecimal digits. */
export interface ReferredVersion {
  readonly kind: string
  readonly objectId: number
  readonly version: number
  readonly hash: string
  /** The number of the first row that refers to it. */
  readonly row: number
}

/** The first row that refers to a version which the database does not have, or has with another document. `db` spans tenants. */
export const firstWithoutVersion = (
  db: Db,
  tenantId: number,
  referred: readonly ReferredVersion[],
): Promise<number | null> =>
  valueIn(db)<number | null>`
    select min(wanted.row) as row
    from json_to_recordset(${JSON.stringify(referred)}::json)
      as wanted (kind text, "objectId" integer, version integer, hash text, row integer)
    left join versions as stored on stored.tenant_id = ${tenantId}::integer and stored.kind = wanted.kind
      and stored.object_id = wanted."objectId" and stored.number = wanted.version
    where encode(document_hash(stored.document), 'hex') is distinct from wanted.hash`
