// The configuration of a tenant as its server has it, without HTTP: `export --tenant`.
import type { Configuration } from '@quatrain/contract/configuration/configuration.ts'
import { readSettings } from '@quatrain/platform/settings.ts'
import { webApiFor } from '#clients/web-api/web-api-for.ts'
import { openDatabase } from '#database/open-database.ts'
import { readConfigurationOf } from '#features/configuration/configuration.service.ts'
import { tenantNamed } from '#features/tenants/tenants.service.ts'
import { deferredContext } from '#request/context/deferred-context.ts'
import { apiKeysOf } from '#request/keys/api-keys.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { findTenants, tenancyOf } from '#request/tenancy/tenancy.ts'
import { previousSecretOf, productionSettings, recoverAfter } from '#settings/settings.ts'
import { commandLineOperator } from './session.ts'

interface StoredConfiguration {
  readonly configuration: Configuration
  /** The address of the tenant's console. */
  readonly origin: string
}

/** Reads what a superuser of the tenant sees, with the settings of the server. Throws for a tenant that does not exist. */
export async function storedConfiguration(tenantName: string): Promise<StoredConfiguration> {
  // Other commands do not wait until the whole server is loaded.
  const { buildApp } = await import('../app.ts')
  const settings = readSettings(productionSettings, process.env)
  const { name: actor, now } = commandLineOperator()
  const webApi = { url: settings.QUATRAIN_WEBAPI_URL, timeout: settings.QUATRAIN_WEBAPI_TIMEOUT_SECONDS * 1000 }
  const [secret, tls] = [settings.QUATRAIN_SECRET, settings.QUATRAIN_TLS]
  const database = await openDatabase(settings)
  // It does not get ready: its jobs do not run.
  const app = await buildApp({
    database,
    logger: false,
    secret,
    webApi,
    tls,
    sessions: { idle: settings.QUATRAIN_SESSION_IDLE_HOURS, absolute: settings.QUATRAIN_SESSION_HOURS },
    housekeeping: { every: settings.QUATRAIN_HOUSEKEEPING_SECONDS, intentsOlderThan: recoverAfter(settings) },
  })
  try {
    const tenancy = tenancyOf(database, now)
    const apiKeys = apiKeysOf(secretsOf(secret, previousSecretOf(settings)), now)
    const tenant = tenantNamed(await findTenants(tenancy.everyTenant), tenantName)
    const dependencies = { tenancy, now, webApiFor: webApiFor({ ...webApi, tenancy, apiKeys }) }
    const ctx = deferredContext(dependencies, tenant, { actor, requestId: '', address: '' })
    const configuration = await readConfigurationOf(ctx, app.kinds)
    return { configuration, origin: `${tls ? 'https' : 'http'}://${tenant.domain}` }
  } finally {
    await app.close()
    await database.close()
  }
}
