import { AppError } from '@quatrain/platform/errors.ts'
import type { ApiKeys } from '#request/api-keys.ts'
import type { Tenancy, Tenant } from '#request/tenancy.ts'
import type { WebApi } from '#request/web-api.ts'
import { UpstreamError } from './upstream-error.ts'
import { webApiOf } from './web-api.ts'

interface Options {
  readonly url: string
  readonly timeout: number
  readonly tenancy: Tenancy
  readonly apiKeys: ApiKeys
}

/** The Web API as one tenant sees it that only reads there. */
export type ReadingWebApi = (tenant: Tenant) => WebApi

/**
 * The same with the tenant's key that only reads, `WEB-API-{tenant}-RO`, for whoever is no person. A key that is missing
 * or revoked is the console's trouble with the Web API, not that of whoever asks.
 */
export const readingWebApiFor =
  ({ url, timeout, tenancy, apiKeys }: Options): ReadingWebApi =>
  (tenant) =>
    webApiOf(async () => ({
      url,
      timeout,
      key: await apiKeys
        .webApiKey(tenancy.of(tenant), `WEB-API-${tenant.name}-RO`)
        .catch((error: unknown) => Promise.reject(error instanceof AppError ? withoutKey(error) : error)),
    }))

const withoutKey = (cause: AppError) => new UpstreamError(cause.message, { certainlyNotApplied: true, cause })

/** The Web API as a tenant sees it that feeds a combined one; undefined when this tenant does not. */
export type FeedingWebApi = (combined: Tenant, feeding: string) => Promise<WebApi | undefined>

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

/**
 * The same as a tenant sees it that feeds a combined one. It is read with the key that only reads, `WEB-API-{tenant}-RO`:
 * whoever works in the combined tenant has no business in the other one.
 */
export const feedingWebApiFor =
  ({ url, timeout, tenancy, apiKeys }: Options): FeedingWebApi =>
  async ({ combined, combinedFrom }, name) => {
    if (!combined || !combinedFrom.includes(name)) return undefined
    const feeding = (await tenancy.tenants()).find((tenant) => tenant.name === name)
    if (!feeding) return undefined
    return webApiOf(async () => ({
      url,
      timeout,
      key: await apiKeys.webApiKey(tenancy.of(feeding), `WEB-API-${feeding.name}-RO`),
    }))
  }
