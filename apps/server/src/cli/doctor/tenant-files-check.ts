import { error, type Finding, messageOf, ok, warning } from '#features/status/finding.ts'
import { freeIn } from './folder-check.ts'

/** A file of a tenant with thousands of metrics has a few megabytes. */
const leastFree = 100e6

/** Whether the files of deleted tenants can be written. Writes nothing: a missing folder is made with the first file. */
export async function checkTenantFiles(folder: string | undefined): Promise<Finding[]> {
  if (folder === undefined) {
    return [warning('QUATRAIN_TENANT_FILES is not set: a tenant that is deleted in the browser leaves no file.')]
  }
  try {
    const free = await freeIn(folder)
    if (free < leastFree) {
      return [warning(`The folder of deleted tenants ${folder} has only ${Math.floor(free / 1e6)} MB of free space.`)]
    }
    return [ok(`Files of deleted tenants can be written to ${folder}.`)]
  } catch (thrown) {
    return [
      error(`No tenant can be deleted: its file cannot be written to QUATRAIN_TENANT_FILES: ${messageOf(thrown)}.`),
    ]
  }
}
