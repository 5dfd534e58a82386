import { type Secrets, secretsOf } from '@quatrain/server/src/request/secrets.ts'

// Everything that opens a door in generated data: known to whoever measures.

/** The console's secret. */
export const secret = 'the secret of the measured server'

/** Everybody's password. */
export const password = 'correct horse battery'

/** The superuser of every tenant. */
export const username = 'admin'

/** The key of a tenant's monitoring boxes. */
export const boxKeyOf = (tenant: string) => `box-of-${tenant}`

/** The key with which the console calls the Web API for a tenant. */
export const webApiKeyOf = (tenant: string) => `web-api-key-of-${tenant}`

/** The key with which the console calls the Web API for the whole installation. */
export const webApiAdminKey = 'web-api-admin-key'

export const secrets: Secrets = secretsOf(secret)
