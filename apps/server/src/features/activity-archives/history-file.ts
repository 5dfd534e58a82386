import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readArchive, rowsOf } from '@quatrain/platform/backup/archive-reader.ts'
import { BackupError } from '@quatrain/platform/backup/backup-error.ts'
import type { Manifest } from '@quatrain/platform/backup/manifest.ts'
import { tableOf } from '@quatrain/platform/backup/manifest.ts'
import type { Chunk } from '@quatrain/platform/backup/read-store.ts'
import type { StoredTable } from '@quatrain/platform/backup/tables.ts'
import { writeStores } from '@quatrain/platform/backup/write-stores.ts'
import { version } from '@quatrain/platform/version.ts'
import type { Link } from '#kit/recording/activity-archives.ts'
import type { ActivityTexts } from '#kit/recording/activity-text.ts'
import { continues, linkOf } from '#kit/recording/chains-of-rows.ts'

/** No installation has a store of this name, so no build restores the file as a backup. */
const store = 'history'

interface Content {
  readonly history: NonNullable<Manifest['history']>
  readonly createdAt: Date
  /** The state of the installation, and its migrations. */
  readonly installation: string
  readonly migrations: readonly string[]
  readonly tables: readonly StoredTable[]
  readonly chunks: () => AsyncIterable<Chunk>
}

/** Writes rows of the log and their versions to a new file in the form of a backup. Throws what `writeStores` throws. */
export async function writeHistory(file: string, content: Content): Promise<void> {
  const { history, createdAt, installation, migrations, tables, chunks } = content
  await makeFolder(dirname(file))
  await writeStores(
    file,
    {
      format: 1,
      build: version,
      createdAt: createdAt.toISOString(),
      installation,
      secrets: [],
      history,
      stores: [
        {
          name: store,
          migrations: [...migrations],
          tables: tables.map(({ name, columns }) => ({ name, columns: columns.map(({ name }) => name) })),
        },
      ],
    },
    [{ name: store, chunks, sequences: async () => [] }],
  )
}

/** A file that was read from its beginning to its end. */
export interface ReadHistory {
  readonly history: NonNullable<Manifest['history']>
  readonly bytes: number
  /** The hash of the whole file. */
  readonly sha256: string
  readonly versions: number
  /** The number of the first row with a wrong hash or number; null if all follow each other from the first to the last. */
  readonly firstBroken: number | null
}

interface Listeners {
  readonly onRow?: (row: ActivityTexts) => void
  readonly onVersion?: (version: ActivityTexts) => void
}

/** Reads a whole file without holding more than a part of it. Throws `BackupError` if it is damaged or another file. */
export async function readHistory(file: string, { onRow, onVersion }: Listeners = {}): Promise<ReadHistory> {
  let end: Link | undefined
  let firstBroken: number | null = null
  let versions = 0
  const rowRead = (row: ActivityTexts, begin: Link) => {
    end ??= begin
    if (!continues(end, row)) firstBroken ??= end.number + 1
    end = linkOf(row)
    onRow?.(row)
  }
  const { history } = await readArchive(file, ({ name }, content, { stores, history }) => {
    if (!history) throw otherFile(file)
    const { table } = tableOf(name)
    const columns = stores[0]?.tables.find(({ name }) => name === table)?.columns ?? []
    const begin = { number: history.firstNumber - 1, hash: history.previousHash }
    for (const texts of rowsOf(content)) {
      const row = Object.fromEntries(columns.map((column, index) => [column, texts[index] ?? null]))
      if (table === 'activity') rowRead(row, begin)
      else {
        versions += 1
        onVersion?.(row)
      }
    }
  })
  if (!history) throw otherFile(file)
  const isWhole = end?.number === history.lastNumber && end.hash === history.lastHash
  if (!isWhole) firstBroken ??= (end?.number ?? history.firstNumber - 1) + 1
  const { size: bytes } = await stat(file)
  return { history, bytes, sha256: await sha256Of(file), versions, firstBroken }
}

const otherFile = (file: string) => new BackupError(`The file ${file} is no archive of the activity log.`)

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** A folder that survives a power failure together with what is written into it. */
async function makeFolder(folder: string): Promise<void> {
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) === undefined) return
  const handle = await open(dirname(folder))
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
