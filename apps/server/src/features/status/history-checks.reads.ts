import { sql } from 'kysely'
import { keptSince } from '#kit/recording/activity-archives.ts'
import { loggedTenants } from '#kit/recording/logged-tenants.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Days after the start of a month within which a nightly timer has archived what is due since then. */
const archivedWithin = 3

/** Whether the old rows of the activity log are in archives. `months` is the setting. `everyTenant` spans tenants. */
export async function checkHistory(everyTenant: Db, months: number | undefined, now: Date): Promise<Finding[]> {
  if (months === undefined) return [ok('The activity log and all versions stay in the database.')]
  const archiveBoundary = keptSince(months, now)
  const { rows } = await sql<{ tenants: number }>`
    with recursive ${loggedTenants}
    select count(*)::integer as tenants from logged
    cross join lateral (select number, at from activity where tenant_id = logged.id order by number limit 1) as first
    cross join lateral (
      select number from activity where tenant_id = logged.id and action <> 'archive-activity' order by number desc limit 1
    ) as last
    where first.at < ${archiveBoundary}::timestamptz and first.number < last.number`.execute(everyTenant)
  const tenants = rows[0]?.tenants ?? 0
  const since = archiveBoundary.toISOString().slice(0, 10)
  if (tenants === 0) return [ok(`Nothing of the activity log that is older than ${since} waits to be archived.`)]
  if (now.getUTCDate() <= archivedWithin) return [ok(`The activity log before ${since} will be archived.`)]
  return [
    warning(
      `The activity logs of ${tenants} tenants have rows from before ${since}: run \`quatrain activity archive\` every night. ` +
        'It says if they wait for a receiver of the export.',
    ),
  ]
}
