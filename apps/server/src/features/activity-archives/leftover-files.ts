import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#request/tenancy/tenancy.ts'
import { hashOfRow } from './archives.repository.ts'
import { readHistory } from './history-file.ts'

/** The files of a tenant in the folder of archives. */
const folderOf = (folder: string, tenantId: number): string => join(folder, String(tenantId))

const fileName = /^\d{4}-\d{2}-(\d+)-(\d+)\.tar\.zst(\.partial)?$/

/**
 * Removes files that a killed process has left: incomplete ones, and complete ones whose rows are all still in the database.
 * Throws if a file has rows that neither the database nor its archives have: somebody has to decide about it.
 */
export async function removeLeftovers(
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
