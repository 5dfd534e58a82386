import { readSettings } from '@quatrain/platform/settings.ts'
import { openDatabase, openStandby } from '#database/open-database.ts'
import { type Check, checksOf, type Diagnosis, diagnosesOf, type Installation } from '#features/status/checks.ts'
import { checkPooler } from '#features/status/database-checks.reads.ts'
import { error, type Finding, ok } from '#features/status/finding.ts'
import { checkHistory } from '#features/status/history-checks.reads.ts'
import { checkSyslog } from '#features/status/syslog-check.ts'
import { checkKeys } from '#features/status/web-api-checks.ts'
import { findUnreadableSecrets } from '#features/tenants/tokens.service.ts'
import { apiKeysOf } from '#request/keys/api-keys.ts'
import { type Secrets, secretsOf } from '#request/sealing/secrets.ts'
import { type Tenancy, tenancyOf } from '#request/tenancy/tenancy.ts'
import { syslogOf } from '#settings/audit-settings.ts'
import { mailOf } from '#settings/mail-settings.ts'
import { previousSecretOf, productionSettings, standbyAddressOf } from '#settings/settings.ts'
import { checkArchives } from './archives-check.ts'
import { checkSettings, checkTls, type Settings } from './settings-checks.ts'
import { checkTenantFiles } from './tenant-files-check.ts'

/**
 * Everything that is wrong with the installation of these settings, and what is right. Writes nothing. A check whose
 * precondition fails is left out.
 */
export async function diagnose(environment: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  const diagnoses = await diagnosesOf({ subject: 'Settings', run: () => checkSettings(environment) })
  if (diagnoses.some(({ level }) => level === 'error')) return diagnoses
  const settings = readSettings(productionSettings, environment)
  const now = () => new Date()
  const database = await openDatabase(settings)
  const standbyAddress = standbyAddressOf(settings)
  const standby = standbyAddress === undefined ? undefined : openStandby(standbyAddress)
  const webApi = { url: settings.QUATRAIN_WEBAPI_URL, timeout: settings.QUATRAIN_WEBAPI_TIMEOUT_SECONDS * 1000 }
  const tenancy = tenancyOf(database, now)
  try {
    const installation = { database, standby, tenancy, now, webApi, mailServer: mailOf(settings).server }
    return [...diagnoses, ...(await inTurn([...checksBefore(settings), ...checksAfter(settings, installation)]))]
  } finally {
    await standby?.close()
    await database.close()
  }
}

const checksBefore = (settings: Settings): Check[] => [
  { subject: 'TLS', run: () => checkTls(settings) },
  { subject: 'Audit export', run: () => checkSyslog(syslogOf(settings)) },
  {
    subject: 'History',
    run: () => checkArchives(settings.QUATRAIN_HISTORY_MONTHS, settings.QUATRAIN_HISTORY_ARCHIVE),
  },
  { subject: 'Deleted tenants', run: () => checkTenantFiles(settings.QUATRAIN_TENANT_FILES) },
]

function checksAfter(settings: Settings, installation: Installation): Check[] {
  const { database, tenancy, now, webApi } = installation
  const secrets = secretsOf(settings.QUATRAIN_SECRET, previousSecretOf(settings))
  return [
    ...checksOf(installation),
    { subject: 'Sessions', run: () => checkPooler(database) },
    { subject: 'History', run: () => checkHistory(tenancy.everyTenant, settings.QUATRAIN_HISTORY_MONTHS, now()) },
    { subject: 'Secrets', run: () => checkSecrets(tenancy, secrets) },
    { subject: 'Web API', run: () => checkKeys({ ...webApi, tenancy, apiKeys: apiKeysOf(secrets, now) }) },
  ]
}

/**
 * What checks find, one after the other. A check is left out if another one of its subject has found an error, and all others are after
 * one that is required.
 */
async function inTurn(checks: readonly Check[]): Promise<Diagnosis[]> {
  const diagnoses: Diagnosis[] = []
  const failed = (check: Check) =>
    diagnoses.some(({ subject, level }) => subject === check.subject && level === 'error')
  for (const check of checks) {
    if (failed(check)) continue
    diagnoses.push(...(await diagnosesOf(check)))
    if (check.isRequired && failed(check)) break
  }
  return diagnoses
}

/** The first few unreadable texts suffice to show that the secret of the server is wrong. */
const maxNamed = 20

async function checkSecrets(tenancy: Tenancy, secrets: Secrets): Promise<Finding[]> {
  const unreadable = await findUnreadableSecrets({ tenancy, now: () => new Date(), name: 'doctor' }, secrets)
  if (unreadable.length === 0) return [ok('QUATRAIN_SECRET opens every stored token and secret.')]
  const why = 'neither QUATRAIN_SECRET nor QUATRAIN_SECRET_PREVIOUS opens it'
  const namedFindings = unreadable.slice(0, maxNamed).map((secret) => error(`${secret}: ${why}.`))
  const more = unreadable.length - namedFindings.length
  return more > 0 ? [...namedFindings, error(`${more} more: ${why}.`)] : namedFindings
}
