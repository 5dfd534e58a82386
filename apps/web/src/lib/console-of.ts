import type { TenantOverview } from '@quatrain/contract/tenants.ts'

/** Where a tenant's console is: at its own host, reached the same way as this page. */
export function consoleOf(
  { domain_url }: Pick<TenantOverview, 'domain_url'>,
  here: Pick<Location, 'protocol' | 'port'>,
) {
  const hasPort = /:\d+$/.test(domain_url)
  return `${here.protocol}//${domain_url}${here.port && !hasPort ? `:${here.port}` : ''}`
}
