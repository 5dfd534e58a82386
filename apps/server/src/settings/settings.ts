import { resolve } from 'node:path'
import { isDatabaseAddress } from '@quatrain/platform/database/addresses.ts'
import type { MetricsAddress } from '@quatrain/platform/http/metrics.ts'
import { usualMaxLag } from '@quatrain/platform/http/operations.ts'
import { logLevels } from '@quatrain/platform/logging.ts'
import { SettingError } from '@quatrain/platform/settings.ts'
import { z } from 'zod'
import { auditVariables } from './audit-settings.ts'
import { mailVariables } from './mail-settings.ts'
import { signOnVariables } from './sign-on.ts'
import { trustedProxies } from './trusted-proxies.ts'

const portNumber = () => z.coerce.number('must be a port number').int().min(0).max(65_535)
const port = (standard: number) => portNumber().default(standard)
const onOff = (standard: 'on' | 'off') =>
  z
    .enum(['on', 'off'], 'must be on or off')
    .default(standard)
    .transform((value) => value === 'on')
const hours = (standard: number) =>
  z.coerce
    .number('must be a number of hours')
    .positive()
    .default(standard)
    .transform((value) => value * 3_600_000)

const seconds = () => z.coerce.number('must be a number of seconds').positive('must be more than zero')

const databaseUrl = z
  .string()
  .refine(isDatabaseAddress, 'must be a PostgreSQL address such as postgresql://user@host:5432/name')
  .optional()

const shared = {
  QUATRAIN_HOST: z.string().default('127.0.0.1'),
  QUATRAIN_PORT: port(8080),
  QUATRAIN_LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`),
  QUATRAIN_SESSION_IDLE_HOURS: hours(2),
  QUATRAIN_SESSION_HOURS: hours(12),
  QUATRAIN_PARTNERS_FILE: z.string().optional(),
  ...mailVariables,
  ...signOnVariables,
}

/** The address of the console's data; exactly one of the two is required. */
export const storeSettings = z.object({
  QUATRAIN_DATABASE_URL: databaseUrl,
  QUATRAIN_MIGRATION_DATABASE_URL: databaseUrl,
  QUATRAIN_DATA: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
  QUATRAIN_SECRET: z
    .string('is missing: a random secret of at least 32 characters, the same for every process')
    .min(32, 'must have at least 32 characters'),
  QUATRAIN_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  QUATRAIN_ANCHOR_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
})

/** The previous secret, which is still accepted. Throws `SettingError` if it equals the current one. */
export function previousSecretOf(settings: {
  readonly QUATRAIN_SECRET?: string | undefined
  readonly QUATRAIN_SECRET_PREVIOUS?: string | undefined
}): string | undefined {
  const { QUATRAIN_SECRET: secret, QUATRAIN_SECRET_PREVIOUS: previous } = settings
  if (previous === undefined || previous !== secret) return previous
  throw new SettingError('QUATRAIN_SECRET_PREVIOUS: must differ from QUATRAIN_SECRET')
}

/** The address of the standby, if there is one. Throws `SettingError` if its primary has none. */
export function standbyAddressOf(settings: {
  readonly QUATRAIN_STANDBY_DATABASE_URL?: string | undefined
  readonly QUATRAIN_DATABASE_URL?: string | undefined
}): string | undefined {
  const { QUATRAIN_STANDBY_DATABASE_URL: standby, QUATRAIN_DATABASE_URL: primary } = settings
  if (standby === undefined || primary !== undefined) return standby
  throw new SettingError('QUATRAIN_STANDBY_DATABASE_URL: only a database at QUATRAIN_DATABASE_URL can have a standby')
}

/**
 * The largest number of tenants that a change of the catalogue changes before its response, and the seconds between two
 * rounds of the jobs for all others.
 */
export const usualRollOuts = { atOnce: 25, every: 2 } as const

const tenantFiles = z
  .string()
  .transform((folder) => resolve(folder))
  .optional()

/** The folder of the files of deleted tenants. */
export const tenantFilesSettings = z.object({ QUATRAIN_TENANT_FILES: tenantFiles })

const history = {
  QUATRAIN_HISTORY_MONTHS: z.coerce.number('must be a number of months').int().min(1, 'must be at least 1').optional(),
  QUATRAIN_HISTORY_ARCHIVE: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
}

/** The months of the activity log and of versions that stay in the database, and the folder of the archives of older ones. */
export const historySettings = z.object(history)

export const productionSettings = storeSettings.extend({
  ...shared,
  QUATRAIN_STANDBY_DATABASE_URL: databaseUrl,
  ...history,
  QUATRAIN_LOG_LEVEL: shared.QUATRAIN_LOG_LEVEL.default('info'),
  QUATRAIN_TENANT_FILES: tenantFiles,
  ...auditVariables,
  QUATRAIN_METRICS_HOST: z.string().default('127.0.0.1'),
  QUATRAIN_METRICS_PORT: portNumber().optional(),
  QUATRAIN_TLS: onOff('on'),
  QUATRAIN_TRUST_PROXY: trustedProxies,
  QUATRAIN_WEBAPI_URL: z
    .url('is missing: the address of the Web API, such as http://127.0.0.1:8081')
    .transform((url) => url.replace(/\/+$/, '')),
  QUATRAIN_WEBAPI_TIMEOUT_SECONDS: seconds().default(10),
  QUATRAIN_RECOVER_AFTER_SECONDS: seconds().optional(),
  QUATRAIN_HOUSEKEEPING_SECONDS: seconds().default(30),
  QUATRAIN_TENANTS_AT_ONCE: z.coerce.number('must be a number of tenants').int().min(0).default(usualRollOuts.atOnce),
  QUATRAIN_MAX_LAG_SECONDS: z.coerce.number().min(0, 'must be a number of seconds, or 0').default(usualMaxLag),
  QUATRAIN_COMPARE_HOURS: z.coerce.number().min(0, 'must be a number of hours, or 0').default(24),
})

/** A write calls the Web API twice before it writes to the database, with room for a third call. */
const callsOfWrite = 3
const shortestWait = 60

/**
 * Seconds after which an unfinished write is recovered. Throws `SettingError` for a duration that a slow write may
 * take: it would be undone while it is running.
 */
export function recoverAfter(settings: {
  readonly QUATRAIN_RECOVER_AFTER_SECONDS?: number | undefined
  readonly QUATRAIN_WEBAPI_TIMEOUT_SECONDS: number
}): number {
  const { QUATRAIN_RECOVER_AFTER_SECONDS: configured, QUATRAIN_WEBAPI_TIMEOUT_SECONDS: timeout } = settings
  const least = callsOfWrite * timeout
  if (configured === undefined) return Math.max(shortestWait, least)
  if (configured >= least) return configured
  throw new SettingError(`QUATRAIN_RECOVER_AFTER_SECONDS: must be at least ${least}, ${callsOfWrite} Web API timeouts`)
}

/** The address of the Prometheus metrics; they are not served if no port is set. */
export const metricsOf = (settings: {
  readonly QUATRAIN_METRICS_HOST: string
  readonly QUATRAIN_METRICS_PORT?: number | undefined
}): MetricsAddress | undefined => {
  const { QUATRAIN_METRICS_HOST: host, QUATRAIN_METRICS_PORT: port } = settings
  return port === undefined ? undefined : { host, port }
}

export const demoSettings = z.object({
  ...shared,
  // The server listens on IPv4 and IPv6: browsers differ in how they resolve names below localhost.
  QUATRAIN_HOST: z.string().default('localhost'),
  QUATRAIN_LOG_LEVEL: shared.QUATRAIN_LOG_LEVEL.default('warn'),
  QUATRAIN_WEBAPI_PORT: port(8081),
  QUATRAIN_IDENTITY_PROVIDER_PORT: port(8082),
  QUATRAIN_DATA: z
    .string()
    .default('./data')
    .transform((folder) => resolve(folder)),
})
