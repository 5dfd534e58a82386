import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The free bytes of a folder that can be written, or that can be made with the first file. Throws if it cannot. Writes nothing. */
export async function freeIn(folder: string): Promise<number> {
  const existing = await nearestExisting(folder)
  if (!(await stat(existing)).isDirectory()) throw new Error(`${existing} is not a folder`)
  await access(existing, constants.W_OK | constants.X_OK)
  const { bavail, bsize } = await statfs(existing)
  return bavail * bsize
}

async function nearestExisting(path: string): Promise<string> {
  try {
    await stat(path)
    return path
  } catch (thrown) {
    const isMissing = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
    if (!isMissing || dirname(path) === path) throw thrown
    return nearestExisting(dirname(path))
  }
}
