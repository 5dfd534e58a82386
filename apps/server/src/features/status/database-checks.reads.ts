import type { Database } from '@quatrain/platform/database/database.ts'
import { loginOf } from '@quatrain/platform/database/open-for-serving.ts'
import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { sql } from 'kysely'
import { stateOfMigrations } from '#database/open-database.ts'
import { lastVerified } from '#database/verified-backups.ts'
import { presenceIn } from '#request/tenancy/presence.ts'
import { consoleSchema, type Db } from '#request/tenancy/tenancy.ts'
import { error, type Finding, ok, warning } from './finding.ts'

const oldestVersion = 15

/** The version of the database, its tables, and the login that serves. */
export async function checkDatabase(database: Database): Promise<Finding[]> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::integer / 10000 as version`.execute(database.within(catalogueScope()))
  const version = rows[0]?.version ?? 0
  const findings = [
    version < oldestVersion
      ? error(`PostgreSQL ${version} is too old: ${oldestVersion} or newer is required.`)
      : ok(`PostgreSQL ${version}.`),
  ]
  const { login, isSetUp, isOwner } = await loginOf(database, { schema: consoleSchema })
  if (!isSetUp) return [...findings, error('The database is not set up: run `quatrain migrate`.')]
  const { pending, unknown } = await stateOfMigrations(database)
  if (pending.length > 0)
    findings.push(error(`The tables are older than this build: run \`quatrain migrate\` (${pending.join(', ')}).`))
  else if (unknown.length > 0) findings.push(warning(`A newer build has migrated the tables (${unknown.join(', ')}).`))
  else findings.push(ok('The tables are those of this build.'))
  if (isOwner && database.kind === 'postgresql') findings.push(ownerWarning(login))
  return findings
}

export const ownerWarning = (login: string): Finding =>
  warning(
    `The login ${login} owns the tables or is a superuser, so it could disable the row security that separates tenants. ` +
      'Serve with another login, and set QUATRAIN_MIGRATION_DATABASE_URL to the owner.',
  )

/** Whether connections keep their sessions. */
export async function checkPooler(database: Database): Promise<Finding[]> {
  const { process } = await presenceIn(database)
  if (process !== undefined)
    return [ok('Connections keep their sessions: unfinished writes are recovered as soon as their process ends.')]
  return [
    warning(
      'Connections go through a pooler, so unfinished writes of a process that ended are recovered only after ' +
        'QUATRAIN_RECOVER_AFTER_SECONDS.',
    ),
  ]
}

/** Seconds by which two clocks may differ. */
const [unimportant, tooMuch] = [2, 60]

/** The clock of this machine against that of the database. */
export async function checkClock(database: Database): Promise<Finding[]> {
  const startedAt = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.within(catalogueScope()))
  const between = (startedAt + Date.now()) / 2
  return [clockFinding('database', (rows[0]?.now.getTime() ?? between) - between)]
}

/** `offset` in milliseconds. */
export function clockFinding(owner: string, offset: number): Finding {
  const seconds = Math.round(Math.abs(offset) / 1000)
  const text = `The clock of the ${owner} is ${seconds} s ${offset > 0 ? 'ahead of' : 'behind'} the clock of this machine.`
  if (seconds > tooMuch) return error(`${text} Sessions, keys and logins depend on it: synchronise both clocks.`)
  if (seconds > unimportant) return warning(`${text} Synchronise both clocks.`)
  return ok(`The clock of the ${owner} agrees with the clock of this machine.`)
}

/** Seconds after which an unfinished write should have been recovered. */
const recoveredWithin = 600

/** What every installation has, and what should not be there for long. */
export async function checkContents(everyTenant: Db, now: Date): Promise<Finding[]> {
  const row = await firstRowIn(everyTenant)<{
    tenants: number
    locks: number
    isWithSuperTenant: boolean
    superusers: number
    unfinished: number
  }>`
    select current_setting('max_locks_per_transaction')::integer * (current_setting('max_connections')::integer
        + current_setting('max_prepared_transactions')::integer) as locks, (select count(*) from tenants)::integer as tenants,
      exists (select from tenants where schema_name = 'public') as "isWithSuperTenant",
      (select count(*) from users join tenants on tenants.id = users.tenant_id
       where schema_name = 'public' and is_superuser and is_active)::integer as superusers,
      (select count(*) from intents where opened_at < ${now}::timestamptz - make_interval(secs => ${recoveredWithin}))::integer
        as unfinished`
  if (!row?.isWithSuperTenant) {
    return [error('There is no super-tenant: run `quatrain tenant create --name all --hostname …`.')]
  }
  const findings = [ok(`${row.tenants} tenants.`), ...lockFindings(row)]
  if (row.superusers === 0) {
    findings.push(error('The super-tenant has no active superuser: run `quatrain superuser create --tenant all …`.'))
  }
  if (row.unfinished > 0) {
    findings.push(
      warning(
        `${row.unfinished} writes to both stores have been unfinished for more than ${recoveredWithin / 60} minutes. The page Differences ` +
          'shows them; a running console process recovers them when the Web API answers.',
      ),
    )
  }
  return findings
}

/** A change of the catalogue locks every tenant; half of all locks are left to others. */
export function lockFindings({ tenants, locks }: { readonly tenants: number; readonly locks: number }): Finding[] {
  if (2 * tenants <= locks) return []
  const text = `PostgreSQL has room for ${locks} locks, and a change of the catalogue takes one for each of ${tenants} tenants.`
  return [warning(`${text} Increase max_locks_per_transaction.`)]
}

/** Hours after which a nightly backup is missed. */
const backupWithin = 30

/** The age of the last backup that was found complete. */
export async function checkBackup(database: Database, now: Date): Promise<Finding[]> {
  const last = await lastVerified(database)
  if (!last)
    return [
      warning('No backup is known: run `quatrain backup create` every night, or make sure that another tool does.'),
    ]
  const hours = Math.floor((now.getTime() - last.createdAt.getTime()) / 3_600_000)
  const text = `The last verified backup, ${last.file}, is ${hours} hours old.`
  return [hours > backupWithin ? warning(`${text} Run \`quatrain backup create\` every night.`) : ok(text)]
}

/** The scope of statements that need no table. */
const catalogueScope = () => scope({ schema: 'pg_catalog' })
