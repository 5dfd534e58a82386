import { AppError } from '@quatrain/platform/errors.ts'
import type { WebApi } from '#request/context/web-api.ts'
import type { ApiKeys } from '#request/keys/api-keys.ts'
import type { Tenancy, Tenant } from '#request/tenancy/tenancy.ts'
import type { Connection } from './call.ts'
import { UpstreamError } from './upstream-error.ts'
import { webApiOf } from './web-api.ts'

export interface WebApiOptions extends Omit<Connection, 'key'> {
  readonly tenancy: Tenancy
  readonly apiKeys: ApiKeys
}

/** The connection with the key of this name, which is read for each call of the result, so that a revoked key stops working at once. */
export const connectionWith =
  ({ url, timeout, request, tenancy, apiKeys }: WebApiOptions, tenant: Tenant, keyName: string) =>
  async (): Promise<Connection> => ({
    url,
    timeout,
    request,
    key: await apiKeys.webApiKey(tenancy.of(tenant), keyName),
  })

/** The Web API of one tenant, read-only. */
export type ReadingWebApi = (tenant: Tenant) => WebApi

/**
 * The Web API of one tenant with the tenant's read-only key `WEB-API-{tenant}-RO`, for machines. A missing or revoked
 * key is an error of the console, not of the caller.
 */
export const readingWebApiFor =
  (options: WebApiOptions): ReadingWebApi =>
  (tenant) => {
    const connection = connectionWith(options, tenant, `WEB-API-${tenant.name}-RO`)
    return webApiOf(() =>
      connection().catch((error: unknown) => Promise.reject(error instanceof AppError ? withoutKey(error) : error)),
    )
  }

const withoutKey = (cause: AppError) => new UpstreamError(cause.message, { certainlyNotApplied: true, cause })

/** The Web API of a tenant that feeds a combined one; undefined if this tenant does not feed it. */
export type FeedingWebApi = (combined: Tenant, feeding: string) => Promise<WebApi | undefined>

/** The Web API of one tenant with the tenant's read-write key `WEB-API-{tenant}`. Create it for each request. */
export const webApiFor =
  (options: WebApiOptions) =>
  (tenant: Tenant): WebApi =>
    webApiOf(connectionWith(options, tenant, `WEB-API-${tenant.name}`))

/**
 * The Web API of a tenant that feeds a combined one, with its read-only key `WEB-API-{tenant}-RO`: users of the
 * combined tenant have no write access to the other one.
 */
export const feedingWebApiFor =
  (options: WebApiOptions): FeedingWebApi =>
  async ({ combined, combinedFrom }, name) => {
    if (!combined || !combinedFrom.includes(name)) return undefined
    const feeding = await options.tenancy.tenantWhere((tenant) => tenant.name === name)
    return feeding && webApiOf(connectionWith(options, feeding, `WEB-API-${name}-RO`))
  }
