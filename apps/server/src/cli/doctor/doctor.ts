import type { Database } from '@quatrain/platform/database/database.ts'
import { readSettings } from '@quatrain/platform/settings.ts'
import { openDatabase } from '#database/open-database.ts'
import { findUnreadableSecrets } from '#features/tenants/tokens.service.ts'
import { smtpMailer } from '#gateways/mail/mailer.ts'
import { apiKeysOf } from '#request/api-keys.ts'
import { secretsOf } from '#request/secrets.ts'
import { tenancyOf } from '#request/tenancy.ts'
import { mailOf } from '#settings/mail-settings.ts'
import { previousSecretOf, productionSettings } from '#settings/settings.ts'
import { checkBackup, checkClock, checkContents, checkDatabase, checkPooler } from './database-checks.ts'
import { error, type Finding, messageOf, ok } from './finding.ts'
import { checkSettings, checkTls, type Settings } from './settings-checks.ts'
import { checkWebApi } from './web-api-checks.ts'

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
  await check('Mail', () => checkMail(settings))
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
  await check('Clock', () => checkClock(database))
  await check('Sessions', () => checkPooler(database))
  await check('Contents', () => checkContents(tenancy.everyTenant, now()))
  await check('Backup', () => checkBackup(database, now()))
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

async function checkMail(settings: Settings): Promise<Finding[]> {
  const { server } = mailOf(settings)
  if (!server) return [ok('No mail server is set, so no mails are sent.')]
  const { host } = new URL(server.url)
  try {
    await smtpMailer(server).verify()
    return [ok(`The mail server ${host} accepts connections.`)]
  } catch (thrown) {
    return [error(`The mail server ${host} cannot be used: ${messageOf(thrown)}.`)]
  }
}
