import { userInfo } from 'node:os'
import type { Database } from '@quatrain/platform/database/database.ts'
import { readSettings } from '@quatrain/platform/settings.ts'
import { openDatabase } from '#database/open-database.ts'
import type { Operator } from '#features/tenants/operator.ts'
import { type Secrets, secretsOf } from '#request/sealing/secrets.ts'
import { tenancyOf } from '#request/tenancy/tenancy.ts'
import { previousSecretOf, storeSettings } from '#settings/settings.ts'

/** The connection to the database. */
export const databaseSettings = storeSettings.omit({ QUATRAIN_SECRET: true, QUATRAIN_SECRET_PREVIOUS: true })

/** Runs `work` with the database that the environment names. */
async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(readSettings(databaseSettings, process.env))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

export const withOperator = <T>(work: (operator: Operator) => Promise<T>): Promise<T> =>
  withDatabase((database) => work(operatorOn(database)))

/** Runs `work` with the database and the server's secret. */
export function withSecrets<T>(work: (operator: Operator, secrets: Secrets) => Promise<T>): Promise<T> {
  const settings = readSettings(storeSettings, process.env)
  const secrets = secretsOf(settings.QUATRAIN_SECRET, previousSecretOf(settings))
  return withOperator((operator) => work(operator, secrets))
}

function operatorOn(database: Database): Operator {
  const operator = commandLineOperator()
  return { ...operator, tenancy: tenancyOf(database, operator.now) }
}

/** Who runs the command, for the activity log. */
export const commandLineOperator = (): Omit<Operator, 'tenancy'> => ({
  name: `${systemUser()} (command line)`,
  now: () => new Date(),
})

function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'operator'
  }
}
