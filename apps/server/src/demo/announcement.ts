import type { Tenant } from '#request/tenancy.ts'
import { boxToken } from './keys.ts'
import { password } from './load.ts'

/** What to open, who to sign in as, and how to stop. */
export function announcement(options: {
  readonly tenants: readonly Tenant[]
  readonly port: string
  readonly webApiUrl: string
  readonly folder: string
}): string {
  const { tenants, port, webApiUrl, folder } = options
  const originOf = ({ domain }: Tenant) => new URL(`http://${domain}:${port}`).origin
  const addresses = tenants.map((tenant) => ({ url: originOf(tenant), told: described(tenant) }))
  const width = Math.max(...addresses.map(({ url }) => url.length))
  const lines = addresses.map(({ url, told }) => `  ${url.padEnd(width)}  ${told}`)
  const box = tenants.find(({ name }) => name === 'NORDIC')
  return [
    'Quatrain is ready.',
    '',
    ...lines,
    '',
    `  Sign in as admin, password ${password}. All other users have the same password.`,
    ...(box ? [`  As a machine: curl -H 'x-api-key: ${boxToken(box.name)}' ${originOf(box)}/api/v2/metrics`] : []),
    `  The Web API answers at ${webApiUrl}. Data is kept in ${folder}; remove it to begin again.`,
    '  Ctrl-C stops.',
  ].join('\n')
}

function described({ name, deployment, combinedFrom }: Tenant): string {
  if (deployment === 'super') return 'the super-tenant: the shared catalogue'
  return combinedFrom.length > 0 ? `${name}, combined from ${combinedFrom.join(' and ')}` : name
}
