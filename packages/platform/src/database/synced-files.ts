import { type BigIntStats, fstatSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether the disk has all data of an open file, because it was synced and has not been changed since. */
export type IsSynced = (descriptor: number) => boolean

/** Answers that no file is known to be synced, so that each sync is performed. */
export const noneIsSynced: IsSynced = () => false

/** Milliseconds within which two changes of a file can get the same time from the file system. */
const tick = 2000

/**
 * Syncs all files in a folder to the disk concurrently, which is ten times faster than one after the other. They must
 * not be written meanwhile. Returns a function that says whether a file needs another sync. Throws the file system's
 * errors.
 */
export async function syncFiles(folder: string): Promise<IsSynced> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const changedAt = new Map((await Promise.all(files.map(syncFile))).map((stats) => [keyOf(stats), stats.ctimeNs]))
  const distinct = BigInt(Date.now() - tick) * 1_000_000n
  return (descriptor) => {
    const stats = fstatSync(descriptor, { bigint: true })
    // Every change of a file sets its modification time.
    return stats.ctimeNs < distinct && changedAt.get(keyOf(stats)) === stats.ctimeNs
  }
}

async function syncFile(path: string): Promise<BigIntStats> {
  const file = await open(path)
  try {
    await file.sync()
    return await file.stat({ bigint: true })
  } finally {
    await file.close()
  }
}

const keyOf = ({ dev, ino }: BigIntStats) => `${dev} ${ino}`
