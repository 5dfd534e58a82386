import { resolve } from 'node:path'
import { logLevels } from '@quatrain/platform/logging.ts'
import { z } from 'zod'

const port = (standard: number) => z.coerce.number('must be a port number').int().min(0).max(65_535).default(standard)
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

const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must be a PostgreSQL address such as postgresql://user@host:5432/name' })
  .optional()

const shared = {
  QUATRAIN_HOST: z.string().default('127.0.0.1'),
  QUATRAIN_PORT: port(8080),
  QUATRAIN_LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`),
  QUATRAIN_SESSION_IDLE_HOURS: hours(2),
  QUATRAIN_SESSION_HOURS: hours(12),
}

/** Where the console's data is: exactly one of the two has to be there. */
export const storeSettings = z.object({
  QUATRAIN_DATABASE_URL: databaseUrl,
  QUATRAIN_DATA: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
  QUATRAIN_SECRET: z
    .string('is missing: a secret of at least 32 characters that nobody can guess, the same for every process')
    .min(32, 'must have at least 32 characters'),
})

export const productionSettings = storeSettings.extend({
  ...shared,
  QUATRAIN_LOG_LEVEL: shared.QUATRAIN_LOG_LEVEL.default('info'),
  QUATRAIN_TLS: onOff('on'),
  QUATRAIN_TRUST_PROXY: onOff('off'),
  QUATRAIN_WEBAPI_URL: z
    .url('is missing: the address of the Web API, such as http://127.0.0.1:8081')
    .transform((url) => url.replace(/\/+$/, '')),
  QUATRAIN_WEBAPI_TIMEOUT_SECONDS: z.coerce.number('must be a number of seconds').positive().default(10),
})

export const demoSettings = z.object({
  ...shared,
  QUATRAIN_LOG_LEVEL: shared.QUATRAIN_LOG_LEVEL.default('warn'),
  QUATRAIN_WEBAPI_PORT: port(8081),
  QUATRAIN_DATA: z
    .string()
    .default('./data')
    .transform((folder) => resolve(folder)),
})
