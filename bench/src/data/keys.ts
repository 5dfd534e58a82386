import { type Secrets, secretsOf } from '@quatrain/server/src/request/secrets.ts'

// All secrets of the generated data, which the measurements need.

/** The console's secret. */
export const secret = 'the secret of the measured server'

/** The password of all users. */
export const password = 'correct horse battery'

/** The superuser of every tenant. */
export const username = 'admin'

/** The key of a tenant's monitoring boxes. */
export const boxKeyOf = (tenant: string) => `box-of-${tenant}`

/** The console's key of a tenant for the Web API. */
export const webApiKeyOf = (tenant: string) => `web-api-key-of-${tenant}`

/** The console's key for the whole Web API. */
export const webApiAdminKey = 'web-api-admin-key'

export const secrets: Secrets = secretsOf(secret)
