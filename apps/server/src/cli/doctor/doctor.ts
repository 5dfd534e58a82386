import type { Database } from '@quatrain/platform/database/database.ts'
import { readSettings } from '@quatrain/platform/settings.ts'
import { openDatabase, openStandby } from '#database/open-database.ts'
import {
  checkBackup,
  checkClock,
  checkContents,
  checkDatabase,
  checkPooler,
} from '#features/status/database-checks.reads.ts'
import { error, type Finding, messageOf, ok } from '#features/status/finding.ts'
import { checkHistory } from '#features/status/history-checks.reads.ts'
import { checkMail } from '#features/status/mail-check.ts'
import { checkRollOuts } from '#features/status/roll-out-check.ts'
import { checkStandby } from '#features/status/standby-check.reads.ts'
import { checkSyslog } from '#features/status/syslog-check.ts'
import { checkWebApi } from '#features/status/web-api-checks.ts'
import { findUnreadableSecrets } from '#features/tenants/tokens.service.ts'
import { apiKeysOf } from '#request/api-keys.ts'
import { secretsOf } from '#request/secrets.ts'
import { tenancyOf } from '#request/tenancy.ts'
import { syslogOf } from '#settings/audit-settings.ts'
import { mailOf } from '#settings/mail-settings.ts'
import { previousSecretOf, productionSettings, standbyAddressOf } from '#settings/settings.ts'
import { checkArchives } from './archives-check.ts'
import { checkSettings, checkTls, type Settings } from './settings-checks.ts'
import { checkTenantFiles } from './tenant-files-check.ts'

export interface Diagnosis extends Finding {
  readonly subject: string
}

/**
 * Everything that is wrong with the installation of these settings, and what is right. Writes nothing. A check whose
 * precondition fails is left out.
 */
export async function diagnose(environment: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  const found: Diagnosis[] = []
  /** Returns whether the check has found no error. */
  async function check(subject: string, run: () => Finding[] | Promise<Finding[]>): Promise<boolean> {
    const findings = await attempt(run)
    found.push(...findings.map((finding) => ({ subject, ...finding })))
    return findings.every(({ level }) => level !== 'error')
  }

  if (!(await check('Settings', () => checkSettings(environment)))) return found
  const settings = readSettings(productionSettings, environment)
  await check('TLS', () => checkTls(settings))
  await check('Mail', () => checkMail(mailOf(settings).server))
  await check('Audit export', () => checkSyslog(syslogOf(settings)))
  const { QUATRAIN_HISTORY_MONTHS: months, QUATRAIN_HISTORY_ARCHIVE: archives } = settings
  await check('History', () => checkArchives(months, archives))
  await check('Deleted tenants', () => checkTenantFiles(settings.QUATRAIN_TENANT_FILES))
  let database: Database | undefined
  try {
    database = await openDatabase(settings)
    await diagnoseDatabase(database, settings, check)
  } catch (thrown) {
    found.push({ subject: 'Database', ...error(messageOf(thrown)) })
  } finally {
    await database?.close()
  }
  return found
}

/** Of a wrong secret of the server, the first few show it. */
const maxNamed = 20

async function attempt(run: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await run()
  } catch (thrown) {
    return [error(messageOf(thrown))]
  }
}

async function diagnoseDatabase(
  database: Database,
  settings: Settings,
  check: (subject: string, run: () => Promise<Finding[]>) => Promise<boolean>,
) {
  const now = () => new Date()
  const tenancy = tenancyOf(database, now)
  const secrets = secretsOf(settings.QUATRAIN_SECRET, previousSecretOf(settings))
  if (!(await check('Database', () => checkDatabase(database)))) return
  const standbyAddress = standbyAddressOf(settings)
  if (standbyAddress !== undefined) {
    const standby = openStandby(standbyAddress)
    await check('Standby', () => checkStandby(database, standby))
    await standby.close()
  }
  await check('Clock', () => checkClock(database))
  await check('Sessions', () => checkPooler(database))
  await check('Contents', () => checkContents(tenancy.everyTenant, now()))
  await check('Roll-outs', () => checkRollOuts(tenancy.everyTenant, now()))
  await check('Backup', () => checkBackup(database, now()))
  await check('History', () => checkHistory(tenancy.everyTenant, settings.QUATRAIN_HISTORY_MONTHS, now()))
  await check('Secrets', async () => {
    const unreadable = await findUnreadableSecrets({ tenancy, now, name: 'doctor' }, secrets)
    if (unreadable.length === 0) return [ok('QUATRAIN_SECRET opens every stored token and secret.')]
    const why = 'neither QUATRAIN_SECRET nor QUATRAIN_SECRET_PREVIOUS opens it'
    const named = unreadable.slice(0, maxNamed).map((what) => error(`${what}: ${why}.`))
    const more = unreadable.length - named.length
    return more > 0 ? [...named, error(`${more} more: ${why}.`)] : named
  })
  const { QUATRAIN_WEBAPI_URL: url, QUATRAIN_WEBAPI_TIMEOUT_SECONDS: seconds } = settings
  const apiKeys = apiKeysOf(secrets, now)
  await check('Web API', () => checkWebApi({ url, timeout: seconds * 1000, tenancy, apiKeys }))
}
