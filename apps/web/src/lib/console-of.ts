import type { TenantOverview } from '@quatrain/contract/resources/tenant.ts'

/** The address of a tenant's console: its own host name, with the protocol and port of this page. */
export function consoleOf(
  { domain_url }: Pick<TenantOverview, 'domain_url'>,
  location: Pick<Location, 'protocol' | 'port'>,
) {
  const hasPort = /:\d+$/.test(domain_url)
  return `${location.protocol}//${domain_url}${location.port && !hasPort ? `:${location.port}` : ''}`
}
