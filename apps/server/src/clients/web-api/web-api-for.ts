import { AppError } from '@quatrain/platform/errors.ts'
import type { WebApi } from '#request/context/web-api.ts'
import type { ApiKeys } from '#request/keys/api-keys.ts'
import type { Tenancy, Tenant } from '#request/tenancy/tenancy.ts'
import type { Connection } from './call.ts'
import { UpstreamError } from './upstream-error.ts'
import { webApiOf } from './web-api.ts'

interface Options extends Omit<Connection, 'key'> {
  readonly tenancy: Tenancy
  readonly apiKeys: ApiKeys
}

/** The Web API of one tenant, read-only. */
export type ReadingWebApi = (tenant: Tenant) => WebApi

/**
 * The Web API of one tenant with the tenant's read-only key `WEB-API-{tenant}-RO`, for machines. A missing or revoked
 * key is an error of the console, not of the caller.
 */
export const readingWebApiFor =
  ({ url, timeout, request, tenancy, apiKeys }: Options): ReadingWebApi =>
  (tenant) =>
    webApiOf(async () => ({
      url,
      timeout,
      request,
      key: await apiKeys
        .webApiKey(tenancy.of(tenant), `WEB-API-${tenant.name}-RO`)
        .catch((error: unknown) => Promise.reject(error instanceof AppError ? withoutKey(error) : error)),
    }))

const withoutKey = (cause: AppError) => new UpstreamError(cause.message, { certainlyNotApplied: true, cause })

/** The Web API of a tenant that feeds a combined one; undefined if this tenant does not feed it. */
export type FeedingWebApi = (combined: Tenant, feeding: string) => Promise<WebApi | undefined>

/**
 * The Web API of one tenant with the tenant's read-write key `WEB-API-{tenant}`. Create it for each request, so that a
 * revoked key stops working at once.
 */
export const webApiFor =
  ({ url, timeout, request, tenancy, apiKeys }: Options) =>
  (tenant: Tenant): WebApi =>
    webApiOf(async () => ({
      url,
      timeout,
      request,
      key: await apiKeys.webApiKey(tenancy.of(tenant), `WEB-API-${tenant.name}`),
    }))

/**
 * The Web API of a tenant that feeds a combined one, with its read-only key `WEB-API-{tenant}-RO`: users of the
 * combined tenant have no write access to the other one.
 */
export const feedingWebApiFor =
  ({ url, timeout, request, tenancy, apiKeys }: Options): FeedingWebApi =>
  async ({ combined, combinedFrom }, name) => {
    if (!combined || !combinedFrom.includes(name)) return undefined
    const feeding = await tenancy.tenantWhere((tenant) => tenant.name === name)
    if (!feeding) return undefined
    return webApiOf(async () => ({
      url,
      timeout,
      request,
      key: await apiKeys.webApiKey(tenancy.of(feeding), `WEB-API-${feeding.name}-RO`),
    }))
  }
