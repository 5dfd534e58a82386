import { type BigIntStats, fstatSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether the disk has everything that is in an open file, because it was synced and has not been changed since. */
export type IsSynced = (descriptor: number) => boolean

export const noneIsSynced: IsSynced = () => false

/** Milliseconds that can pass between two changes of a file which the file system gives the same time. */
const tick = 2000

/**
 * Syncs every file in a folder to the disk, many at once: one after the other they would take ten times as long. Nobody
 * may write to them meanwhile. Answers with how to tell later on whether one of them needs it again. Throws what the
 * file system throws.
 */
export async function syncFiles(folder: string): Promise<IsSynced> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const changedAt = new Map((await Promise.all(files.map(syncFile))).map((stats) => [keyOf(stats), stats.ctimeNs]))
  const distinct = BigInt(Date.now() - tick) * 1_000_000n
  return (descriptor) => {
    const stats = fstatSync(descriptor, { bigint: true })
    // Every change of a file, whichever way, sets the time of its last change to now.
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
