import { error, type Finding, messageOf, ok, warning } from '#features/status/finding.ts'
import { freeIn } from './folder-check.ts'

/** The archives of a month of many tenants have tens of megabytes. */
const leastFree = 1e9

/** Whether archives of the activity log can be written; nothing to say without the setting of months. Writes nothing. */
export async function checkArchives(months: number | undefined, folder: string | undefined): Promise<Finding[]> {
  if (months === undefined) return []
  if (folder === undefined) {
    return [error('QUATRAIN_HISTORY_MONTHS is set, but QUATRAIN_HISTORY_ARCHIVE is not: nothing can be archived.')]
  }
  try {
    const free = await freeIn(folder)
    if (free < leastFree) {
      return [warning(`The folder of archives ${folder} has only ${Math.floor(free / 1e6)} MB of free space.`)]
    }
    return [ok(`Archives of the activity log can be written to ${folder}.`)]
  } catch (thrown) {
    return [error(`Nothing can be archived in QUATRAIN_HISTORY_ARCHIVE: ${messageOf(thrown)}.`)]
  }
}
