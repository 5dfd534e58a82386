import { startSession } from '@quatrain/e2e/session.ts'
import { boxKeyOf, password, username } from './data/keys.ts'
import { hostOf } from './data/tenants.ts'
import type { Target } from './http/ask.ts'

/** Cookies of a browser by name. */
export type Cookies = ReadonlyMap<string, string>

/** The tenant's superuser with a new session. */
export async function person(
  url: string,
  tenant: string,
): Promise<{ readonly target: Target; readonly cookies: Cookies }> {
  const host = hostOf(tenant)
  const { cookies, headers } = await startSession(originOf(url, tenant), username, password)
  return { target: { url, headers: { ...headers, host } }, cookies }
}

/** An anonymous visitor with these cookies. */
export function anyone(url: string, tenant: string, cookies: Cookies): Target {
  const kept = [...cookies].filter(([name]) => name !== 'sessionid')
  return { url, headers: { host: hostOf(tenant), cookie: kept.map(([name, value]) => `${name}=${value}`).join('; ') } }
}

/** A monitoring box of the tenant. */
export const box = (url: string, tenant: string): Target => ({
  url,
  headers: { host: hostOf(tenant), 'x-api-key': boxKeyOf(tenant) },
})

/** The address of the tenant's console for a browser. */
export const originOf = (url: string, tenant: string): string => `http://${hostOf(tenant)}:${new URL(url).port}`
