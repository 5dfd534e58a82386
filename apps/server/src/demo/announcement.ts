import type { Tenant } from '#request/tenancy.ts'
import { boxToken, machineKey } from './keys.ts'
import { password } from './load.ts'

/** The addresses to open, the users to sign in as, and how to stop. */
export function announcement(options: {
  readonly tenants: readonly Tenant[]
  readonly port: string
  readonly webApiUrl: string
  readonly folder: string
}): string {
  const { tenants, port, webApiUrl, folder } = options
  const originOf = ({ domain }: Tenant) => new URL(`http://${domain}:${port}`).origin
  const addresses = tenants.map((tenant) => ({ url: originOf(tenant), description: described(tenant) }))
  const width = Math.max(...addresses.map(({ url }) => url.length))
  const lines = addresses.map(({ url, description }) => `  ${url.padEnd(width)}  ${description}`)
  const example = tenants.find(({ deployment }) => deployment === 'tenant')
  return [
    'Quatrain is ready.',
    '',
    ...lines,
    '',
    `  Sign in as admin, password ${password}. All other users have the same password.`,
    ...(example ? ['', ...forMachines(example, originOf(example), webApiUrl, folder), ''] : []),
    `  The Web API is at ${webApiUrl}. Data is stored in ${folder}; remove it to start again.`,
    '  Ctrl-C stops.',
  ].join('\n')
}

/**
 * How a monitoring box, or a connector that fills the topology, authenticates; the keys of other tenants have the same
 * form.
 */
const forMachines = ({ name }: Tenant, origin: string, webApiUrl: string, folder: string): string[] => [
  '  Monitoring boxes use the console and the Web API, connectors the Web API; each tenant has keys like these:',
  `    curl -H 'x-api-key: ${boxToken(name)}' ${origin}/api/v2/metrics`,
  `    curl -H 'x-api-key: ${machineKey(name).token}' ${webApiUrl}/api/v2/metric_profiles`,
  `    curl -H 'x-api-key: ${machineKey(name).token}' ${webApiUrl}/api/v2/feeds/topology`,
  '  To add another key of the Web API, stop the demonstration and run:',
  `    QUATRAIN_WEBAPI_DATA='${folder}' npm run --silent webapi -- key create ${name} box viewer`,
]

function described({ name, deployment, combinedFrom }: Tenant): string {
  if (deployment === 'super') return 'the super-tenant: the shared catalogue'
  return combinedFrom.length > 0 ? `${name}, combined from ${combinedFrom.join(' and ')}` : name
}
