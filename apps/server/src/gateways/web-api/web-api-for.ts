import type { ApiKeys } from '#request/api-keys.ts'
import type { Tenancy, Tenant } from '#request/tenancy.ts'
import type { WebApi } from '#request/web-api.ts'
import { webApiOf } from './web-api.ts'

interface Options {
  readonly url: string
  readonly timeout: number
  readonly tenancy: Tenancy
  readonly apiKeys: ApiKeys
}

/**
 * The Web API as one tenant sees it, with the tenant's read-write key `WEB-API-{tenant}`. To be made for each request,
 * so that a revoked key stops working at once.
 */
export const webApiFor =
  ({ url, timeout, tenancy, apiKeys }: Options) =>
  (tenant: Tenant): WebApi =>
    webApiOf(async () => ({
      url,
      timeout,
      key: await apiKeys.webApiKey(tenancy.of(tenant), `WEB-API-${tenant.name}`),
    }))
