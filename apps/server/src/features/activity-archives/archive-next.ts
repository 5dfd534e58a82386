import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copySettings } from '@quatrain/platform/backup/snapshot.ts'
import { findTables } from '@quatrain/platform/backup/tables.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { findMigrations } from '@quatrain/platform/database/migrate.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { readEpoch } from '#database/database-epoch.ts'
import { type ActivityArchive, endOfRanges, findArchives, recordOf } from '#kit/recording/activity-archives.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context/context.ts'
import type { Tables } from '#request/tables/tables.ts'
import { consoleSchema, type Db } from '#request/tenancy/tenancy.ts'
import {
  collectVersions,
  hashOfRow,
  holdArchives,
  importsIn,
  insertArchive,
  nextRange,
  type Range,
  readRange,
  removeRange,
} from './archives.repository.ts'
import { readHistory, writeHistory } from './history-file.ts'

/** The most rows in a file, so that no transaction is long. */
const maxRowsOfFile = 50_000

export interface ArchiveOptions {
  readonly folder: string
  /** Rows of this time and later stay. */
  readonly before: Date
  /** Returns the context of the archiving operator: one of this transaction that may write to the log of every tenant. */
  readonly contextIn: (transaction: Database) => Promise<Context>
  readonly now: () => Date
  readonly maxRows?: number | undefined
}

interface OfTenant {
  readonly id: number
  /** Empty for a deleted one. */
  readonly name: string
  /** The number of the last row that may go. */
  readonly atMost: number
}

export type NewArchive = Omit<ActivityArchive, 'recordedIn'> & Range

export const ownerIn = (database: Database): Db => database.within<Tables>(scope({ schema: consoleSchema }))

/**
 * Moves the next rows of a tenant's log to a file, in one transaction of the owner of the tables. Returns nothing if no row
 * is due. If the process ends before the commit, the rows are still there, and the next call removes the file. Throws what
 * `writeHistory` throws, and if the log or the file is invalid.
 */
export function archiveNext(
  database: Database,
  tenant: OfTenant,
  options: ArchiveOptions,
): Promise<NewArchive | undefined> {
  return database.inOneTransaction(`begin; ${copySettings}`, async (transaction) => {
    const { folder, before, now, maxRows = maxRowsOfFile } = options
    const owner = ownerIn(transaction)
    if (!(await holdArchives(owner, tenant.id))) {
      throw new Error(`Another process archives the activity log of ${nameOf(tenant)}.`)
    }
    const range = await nextRange(owner, { tenantId: tenant.id, before, atMost: tenant.atMost, maxRows })
    if (!range) return undefined
    await assertContinues(owner, tenant, range)
    await removeLeftovers(owner, folder, range)
    await collectVersions(owner, range)
    const archive = await writeRange(transaction, tenant, range, options)
    const imports = await importsIn(owner, range)
    const removed = await removeRange(owner, range)
    const rows = range.lastNumber - range.firstNumber + 1
    if (removed.rows !== rows || removed.versions !== archive.versions) {
      throw new Error(
        `Of ${rows} rows and ${archive.versions} versions, ${removed.rows} and ${removed.versions} could be removed. The login must own the tables.`,
      )
    }
    // The last step, because saves of the tenant wait for whoever has written to its log.
    await recordArchive(transaction, tenant, archive, options)
    await insertArchive(owner, archive, { at: now(), imports })
    return archive
  })
}

export const nameOf = ({ id, name }: Pick<OfTenant, 'id' | 'name'>): string => name || `(deleted, ${id})`

/** Throws if the rows do not continue the archived ones: nobody should be able to remove the traces of a removed row. */
async function assertContinues(owner: Db, tenant: OfTenant, { firstNumber, previousHash }: Range): Promise<void> {
  const { end, gap } = endOfRanges(await findArchives(owner, tenant.id))
  if (gap !== null || end.number !== firstNumber - 1 || end.hash !== previousHash) throw invalid(tenant, firstNumber)
}

const invalid = (tenant: OfTenant, row: number) =>
  new Error(`The activity log of ${nameOf(tenant)} is invalid: row ${row} is the first wrong row. It is not archived.`)

async function writeRange(
  transaction: Database,
  tenant: OfTenant,
  range: Range,
  { folder, now }: ArchiveOptions,
): Promise<NewArchive> {
  const owner = ownerIn(transaction)
  const tables = await findTables(owner, consoleSchema)
  const [activity, versions] = ['activity', 'versions'].map((name) => tables.find((table) => table.name === name))
  if (!activity || !versions) throw new Error('The database has no activity log.')
  const { tenantId, month, firstNumber, lastNumber, previousHash, lastHash } = range
  const file = `${tenantId}/${month}-${firstNumber}-${lastNumber}.tar.zst`
  await writeHistory(join(folder, file), {
    history: { tenantId, tenant: tenant.name, firstNumber, lastNumber, previousHash, lastHash },
    createdAt: now(),
    installation: await readEpoch(transaction),
    migrations: await findMigrations(owner, consoleSchema),
    tables: [activity, versions],
    chunks: () => readRange(owner, range, { activity, versions }),
  })
  const history = await readHistory(join(folder, file))
  if (history.firstBroken !== null) throw invalid(tenant, history.firstBroken)
  return { ...range, file, bytes: history.bytes, sha256: history.sha256, versions: history.versions }
}

/** The archive is a row of the chain itself, so nobody can pass off a removal as an archive later. */
async function recordArchive(
  transaction: Database,
  { id, name }: OfTenant,
  archive: NewArchive,
  { contextIn }: ArchiveOptions,
): Promise<void> {
  const ctx = await contextIn(transaction)
  const after = recordOf(archive)
  await recordEvent(ctx, { action: 'archive-activity', kind: 'tenant', id, name, tenantId: id, after })
}

/** The files of a tenant in the folder of archives. */
const folderOf = (folder: string, tenantId: number): string => join(folder, String(tenantId))

const fileName = /^\d{4}-\d{2}-(\d+)-(\d+)\.tar\.zst(\.partial)?$/

/**
 * Removes files that a killed process has left: incomplete ones, and complete ones whose rows are all still in the database.
 * Throws if a file has rows that neither the database nor its archives have: somebody has to decide about it.
 */
async function removeLeftovers(
  db: Db,
  folder: string,
  { tenantId, firstNumber }: { readonly tenantId: number; readonly firstNumber: number },
): Promise<void> {
  const own = folderOf(folder, tenantId)
  for (const name of await readdir(own).catch(() => [])) {
    const [matched, , last, isPartial] = fileName.exec(name) ?? []
    if (matched === undefined || Number(last) < firstNumber) continue
    const file = join(own, name)
    if (isPartial === undefined) {
      const { history, firstBroken } = await readHistory(file)
      // The hash of its last row depends on all others.
      const isStored = firstBroken === null && history.lastHash === (await hashOfRow(db, tenantId, history.lastNumber))
      if (!isStored) {
        throw new Error(
          `The file ${file} has rows that the database has not, and is not one of its archives. Move it away.`,
        )
      }
    }
    await rm(file)
  }
}
