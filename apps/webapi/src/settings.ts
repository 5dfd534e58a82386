import { usualMaxLag } from '@quatrain/platform/http/operations.ts'
import { logLevels } from '@quatrain/platform/logging.ts'
import { z } from 'zod'

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'Must begin with postgres:// or postgresql://')
  .optional()

const database = z.object({
  QUATRAIN_WEBAPI_DATABASE_URL: databaseUrl,
  QUATRAIN_WEBAPI_MIGRATION_DATABASE_URL: databaseUrl,
  QUATRAIN_WEBAPI_DATA: z.string().optional(),
})

type Where = z.output<typeof database>

const oneOfThem = ({ QUATRAIN_WEBAPI_DATABASE_URL: url, QUATRAIN_WEBAPI_DATA: folder }: Where) => !url !== !folder
const orElse = {
  path: ['QUATRAIN_WEBAPI_DATABASE_URL'],
  error: 'Set either this (PostgreSQL) or QUATRAIN_WEBAPI_DATA (a folder for the embedded database)',
}

/** The address of the data. */
export const databaseSettings = database.refine(oneOfThem, orElse)

const isPort = (port: number) => Number.isInteger(port) && port >= 0 && port <= 65_535
const portNumber = z.coerce.number('Must be a port number').refine(isPort, 'Must be a port number')

/** The settings of the service. */
export const serviceSettings = database
  .extend({
    QUATRAIN_WEBAPI_PORT: portNumber.default(8081),
    QUATRAIN_WEBAPI_HOST: z.string().default('127.0.0.1'),
    QUATRAIN_WEBAPI_METRICS_HOST: z.string().default('127.0.0.1'),
    QUATRAIN_WEBAPI_METRICS_PORT: portNumber.optional(),
    QUATRAIN_WEBAPI_MAX_LAG_SECONDS: z.coerce.number().min(0, 'Must be a number of seconds, or 0').default(usualMaxLag),
    QUATRAIN_WEBAPI_CORS: z.stringbool('Must be true or false').default(false),
    QUATRAIN_LOG_LEVEL: z.enum(logLevels, `Must be one of ${logLevels.join(', ')}`).default('info'),
  })
  .refine(oneOfThem, orElse)
