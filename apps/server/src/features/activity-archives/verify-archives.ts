import { hash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from '@quatrain/platform/backup/backup-error.ts'
import type { Anchor } from '#kit/recording/activity-anchors.ts'
import { type ActivityArchive, findArchives, recordOf } from '#kit/recording/activity-archives.ts'
import type { ActivityTexts } from '#kit/recording/activity-text.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { firstWithoutVersion, type ReferredVersion } from './archives.repository.ts'
import { type ReadHistory, readHistory } from './history-file.ts'

/** The verification of the archives of all tenants. */
export interface VerifiedArchives {
  readonly files: number
  readonly rows: number
  /** What is wrong, in sentences. */
  readonly problems: readonly string[]
  /** The anchors whose row is missing in the files or was changed. */
  readonly missed: readonly Anchor[]
}

interface Options {
  /** Spans tenants. */
  readonly everyTenant: Db
  readonly folder: string
  /** Anchors of archived rows. */
  readonly anchors: readonly Anchor[]
}

/**
 * Reads all archives that the database names: the checksum of each file, the hash of every row from the first one to the one
 * before the oldest row in the database, the rows that record the archives, and every version that a row refers to, in the
 * files or in the database. Memory depends on the number of objects, not on the number of rows.
 */
export async function verifyArchives({ everyTenant, folder, anchors }: Options): Promise<VerifiedArchives> {
  const problems: string[] = []
  const missed: Anchor[] = []
  let [files, rows] = [0, 0]
  for (const [tenantId, archives] of Map.groupBy(await findArchives(everyTenant), ({ tenantId }) => tenantId)) {
    const rowsRead = rowsOfTenant(anchors.filter((anchor) => anchor.tenantId === tenantId))
    for (const archive of archives) {
      const problem = await problemOf(join(folder, archive.file), archive, rowsRead)
      if (problem === undefined) [files, rows] = [files + 1, rows + archive.lastNumber - archive.firstNumber + 1]
      else problems.push(problem)
    }
    // Missing files are named already; what they would have is not known.
    if (problems.length > 0) continue
    const { pending, records } = rowsRead
    const row = await withoutVersion(everyTenant, tenantId, [...pending.values()])
    if (row !== null) {
      problems.push(
        `A version is missing or was changed: row ${row} of the activity log of tenant ${tenantId} refers to it.`,
      )
    }
    const lastNumber = archives.at(-1)?.lastNumber ?? 0
    const recorded = archives.filter(({ recordedIn }) => recordedIn <= lastNumber)
    const unrecorded = recorded.find((archive) => records.get(archive.recordedIn) !== JSON.stringify(recordOf(archive)))
    if (unrecorded) problems.push(`No row of the activity log records the archive ${unrecorded.file}.`)
    missed.push(...rowsRead.missedAnchors())
  }
  return { files, rows, problems, missed }
}

/** What is wrong with a file; undefined if it is the one that was archived and all its rows are valid. */
async function problemOf(file: string, archive: ActivityArchive, rows: RowsOfTenant): Promise<string | undefined> {
  if (!(await stat(file).catch(() => undefined))?.isFile()) return `The archive ${file} is missing.`
  let archivedHistory: ReadHistory
  try {
    archivedHistory = await readHistory(file, rows)
  } catch (error) {
    if (error instanceof BackupError) return error.message
    throw error
  }
  const { history, firstBroken } = archivedHistory
  if (archivedHistory.sha256 !== archive.sha256) return `The archive ${file} is not the file that was written.`
  if (firstBroken !== null) return `The archive ${file} is invalid: row ${firstBroken} is the first wrong row.`
  const isSame = ends.every((name) => history[name] === archive[name])
  if (!isSame || rows.hasChangedVersion())
    return `The archive ${file} has other rows or versions than those that were archived.`
  return undefined
}

const ends = ['tenantId', 'firstNumber', 'lastNumber', 'previousHash', 'lastHash'] as const

type RowsOfTenant = ReturnType<typeof rowsOfTenant>

/** What later files and the database have to fit, of the files of one tenant in their order. */
function rowsOfTenant(anchors: readonly Anchor[]) {
  const hashes = new Map<number, string>()
  const anchored = new Set(anchors.map(({ number }) => number))
  const pending = new Map<string, ReferredVersion>()
  const records = new Map<number, string>()
  let isChanged = false
  const refer = (row: ActivityTexts, side: 'before' | 'after') => {
    const [version, documentHash] = [row[`${side}_version`], row[`${side}_hash`]]
    if (version == null) return
    const { kind, object_id, number } = row
    const key = keyOf(row, version)
    const expectedRows = {
      kind: kind ?? '',
      objectId: Number(object_id),
      version: Number(version),
      row: Number(number),
      hash: documentHash?.replace(/^\\x/, '') ?? '',
    }
    const pendingRows = pending.get(key)
    if (pendingRows && pendingRows.hash !== expectedRows.hash) isChanged = true
    if (!pendingRows) pending.set(key, expectedRows)
  }
  return {
    /** Versions that rows refer to and that no file so far has. */
    pending,
    /** What rows say that record archives, by number. */
    records,
    hasChangedVersion: () => isChanged,
    missedAnchors: () => anchors.filter(({ number, hash }) => hashes.get(number) !== hash),
    onRow(row: ActivityTexts): void {
      const number = Number(row.number)
      if (anchored.has(number)) hashes.set(number, row.hash ?? '')
      if (row.action === 'archive-activity') records.set(number, JSON.stringify(JSON.parse(row.after ?? 'null')))
      refer(row, 'before')
      refer(row, 'after')
    },
    onVersion(version: ActivityTexts): void {
      const key = keyOf(version, version.number ?? '')
      const expectedRows = pending.get(key)
      if (!expectedRows) return
      if (hash('sha256', version.document ?? '') !== expectedRows.hash) isChanged = true
      pending.delete(key)
    },
  }
}

const keyOf = ({ kind, object_id }: ActivityTexts, version: string) => JSON.stringify([kind, object_id, version])

/** The most references in one statement. */
const most = 10_000

async function withoutVersion(
  everyTenant: Db,
  tenantId: number,
  referred: readonly ReferredVersion[],
): Promise<number | null> {
  for (let start = 0; start < referred.length; start += most) {
    const row = await firstWithoutVersion(everyTenant, tenantId, referred.slice(start, start + most))
    if (row !== null) return row
  }
  return null
}
