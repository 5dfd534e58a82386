import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import tar from 'tar-stream'
import { BackupError } from './backup-error.ts'

export interface ArchiveWriter {
  /** Adds a file; resolves when the disk keeps up. */
  add(name: string, content: Buffer): Promise<void>
}

const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
}

/**
 * Writes an archive that only its owner can read: a tar file, compressed with zstd. It has its name only when it is complete
 * and on the disk; an existing file is never replaced. Throws `BackupError` and the file system's errors.
 */
export async function writeArchive(file: string, write: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  if (await stat(file).catch(() => undefined)) throw new BackupError(`The file ${file} exists already.`)
  const draft = `${file}.partial`
  const pack = tar.pack()
  const output = createWriteStream(draft, { mode: 0o600, flags: 'w' })
  const written = pipeline(pack, createZstdCompress(compression), output)
  // The failure is reported by whatever waits for it next.
  written.catch(() => undefined)
  try {
    await write({
      add: (name, content) => Promise.race([addTo(pack, name, content), written]),
    })
    pack.finalize()
    await written
    await sync(draft)
    await rename(draft, file)
    await sync(dirname(file))
  } catch (error) {
    pack.destroy()
    await written.catch(() => undefined)
    await rm(draft, { force: true })
    if (isDiskFull(error))
      throw new BackupError(`The disk is full, so that ${file} could not be written.`, { cause: error })
    throw error
  }
}

const isDiskFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOSPC'

async function addTo(pack: tar.Pack, name: string, content: Buffer): Promise<void> {
  const entry = pack.entry({ name, size: content.length, mode: 0o600 })
  entry.end(content)
  await once(entry, 'finish')
}

async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
