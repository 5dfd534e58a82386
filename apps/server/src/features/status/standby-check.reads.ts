import type { Database } from '@quatrain/platform/database/database.ts'
import { loginOf } from '@quatrain/platform/database/open-for-serving.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { sql } from 'kysely'
import { stateOfMigrations } from '#database/open-database.ts'
import { consoleSchema } from '#request/tenancy/tenancy.ts'
import { ownerWarning } from './database-checks.reads.ts'
import { error, type Finding, ok, warning } from './finding.ts'
import { readStandbyLag } from './standby-lag.reads.ts'

/** Seconds of lag after which a standby relieves its primary of little. */
const tooLate = 60

/** Whether the standby follows this primary closely. Throws if it cannot be reached, or is no standby. */
export async function checkStandby(primary: Database, standby: Database): Promise<Finding[]> {
  if ((await clusterOf(primary)) !== (await clusterOf(standby))) {
    return [
      error('The standby follows another primary than that of QUATRAIN_DATABASE_URL, so that nothing is read there.'),
    ]
  }
  const { login, isOwner } = await loginOf(standby, { schema: consoleSchema })
  const { pending } = await stateOfMigrations(standby)
  const lag = await readStandbyLag(primary, standby)
  const findings: Finding[] = []
  if (isOwner) findings.push(ownerWarning(login))
  if (pending.length > 0) {
    findings.push(
      warning(
        `The standby has not applied the migrations ${pending.join(', ')} yet; until then nothing is read there.`,
      ),
    )
  }
  if (lag !== undefined && lag > tooLate) {
    return [
      ...findings,
      warning(
        `The standby is ${Math.round(lag)} s behind its primary. Lists of what has changed since are read on the primary.`,
      ),
    ]
  }
  return [...findings, ok('The standby follows its primary.')]
}

/** Identifies a primary with its standbys. */
async function clusterOf(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ identifier: string }>`
    select system_identifier::text as identifier from pg_control_system()`.execute(
    database.within(scope({ schema: 'pg_catalog' })),
  )
  return rows[0]?.identifier
}
