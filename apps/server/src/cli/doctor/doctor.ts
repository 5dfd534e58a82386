import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readSettings, settingProblems } from '@quatrain/platform/settings.ts'
import type { z } from 'zod'
import { openDatabase, openStandby } from '#database/open-database.ts'
import {
  type Check,
  checkSyslog,
  checksOf,
  type Diagnosis,
  diagnosesOf,
  type Installation,
} from '#features/status/checks.ts'
import { checkPooler } from '#features/status/database-checks.reads.ts'
import { error, type Finding, messageOf, ok, warning } from '#features/status/finding.ts'
import { checkHistory } from '#features/status/history-checks.reads.ts'
import { checkKeys } from '#features/status/web-api-checks.ts'
import { findUnreadableSecrets } from '#features/tenants/tokens.service.ts'
import { apiKeysOf } from '#request/keys/api-keys.ts'
import { type Secrets, secretsOf } from '#request/sealing/secrets.ts'
import { type Tenancy, tenancyOf } from '#request/tenancy/tenancy.ts'
import { syslogOf } from '#settings/audit-settings.ts'
import { mailOf } from '#settings/mail-settings.ts'
import { readPartners } from '#settings/partners.ts'
import { previousSecretOf, productionSettings, recoverAfter, standbyAddressOf } from '#settings/settings.ts'
import { signOnOf } from '#settings/sign-on.ts'

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

/** The free bytes of a folder that can be written, or that can be made with the first file. Throws if it cannot. Writes nothing. */
async function freeIn(folder: string): Promise<number> {
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

/** The archives of a month of many tenants have tens of megabytes; a file of a tenant with thousands of metrics has a few. */
const leastFree = { archives: 1e9, 'deleted tenants': 100e6 }

/** Whether archives of the activity log can be written; nothing to say without the setting of months. Writes nothing. */
async function checkArchives(months: number | undefined, folder: string | undefined): Promise<Finding[]> {
  if (months === undefined) return []
  if (folder === undefined) {
    return [error('QUATRAIN_HISTORY_MONTHS is set, but QUATRAIN_HISTORY_ARCHIVE is not: nothing can be archived.')]
  }
  const failure = 'Nothing can be archived in QUATRAIN_HISTORY_ARCHIVE'
  return checkFolder(folder, 'archives', { subject: 'Archives of the activity log', failure })
}

/** Whether the files of deleted tenants can be written. Writes nothing: a missing folder is made with the first file. */
export async function checkTenantFiles(folder: string | undefined): Promise<Finding[]> {
  if (folder === undefined) {
    return [warning('QUATRAIN_TENANT_FILES is not set: a tenant that is deleted in the browser leaves no file.')]
  }
  const failure = 'No tenant can be deleted: its file cannot be written to QUATRAIN_TENANT_FILES'
  return checkFolder(folder, 'deleted tenants', { subject: 'Files of deleted tenants', failure })
}

async function checkFolder(
  folder: string,
  content: keyof typeof leastFree,
  { subject, failure }: { readonly subject: string; readonly failure: string },
): Promise<Finding[]> {
  try {
    const free = await freeIn(folder)
    if (free >= leastFree[content]) return [ok(`${subject} can be written to ${folder}.`)]
    return [warning(`The folder of ${content} ${folder} has only ${Math.floor(free / 1e6)} MB of free space.`)]
  } catch (thrown) {
    return [error(`${failure}: ${messageOf(thrown)}.`)]
  }
}

type Settings = z.output<typeof productionSettings>

/** Every variable that is missing or invalid, and pairs that do not fit. */
function checkSettings(environment: NodeJS.ProcessEnv): Finding[] {
  const problems = settingProblems(productionSettings, environment)
  if (problems.length > 0) return problems.map(error)
  const settings = productionSettings.parse(environment)
  const pairs = [
    () => previousSecretOf(settings),
    () => standbyAddressOf(settings),
    () => recoverAfter(settings),
    () => mailOf(settings),
    () => signOnOf(settings),
    () => syslogOf(settings),
    () => readPartners(settings.QUATRAIN_PARTNERS_FILE),
  ]
  const wrong = pairs.flatMap((read) => {
    try {
      read()
      return []
    } catch (thrown) {
      return [error(messageOf(thrown))]
    }
  })
  return wrong.length > 0 ? wrong : [ok('All settings are valid.')]
}

const loopback = ['127.0.0.1', '::1', 'localhost']

/** Whether cookies and passwords can be read on their way. */
function checkTls(settings: Settings): Finding[] {
  const { QUATRAIN_TLS: tls, QUATRAIN_HOST: host, QUATRAIN_TRUST_PROXY: proxies } = settings
  const isPublic = !loopback.includes(host)
  if (!tls && isPublic) {
    return [
      error(
        `QUATRAIN_TLS is off and the console listens at ${host}: passwords and cookies can be read on the network.`,
      ),
    ]
  }
  if (!tls) return [warning('QUATRAIN_TLS is off: cookies are not restricted to TLS. Only for trials on one machine.')]
  if (!proxies) {
    return [
      warning(
        'QUATRAIN_TRUST_PROXY is off: if a reverse proxy ends TLS, all visitors seem to have its address, and share its limits.',
      ),
    ]
  }
  return [ok('Cookies are restricted to TLS, and addresses of visitors come from the reverse proxy.')]
}
