import type { Tenant } from '#request/tenancy/tenancy.ts'
import { boxToken, machineKey, password } from './credentials.ts'

/** The addresses to open, the users to log in as, and how to stop. */
export function announcement(options: {
  readonly tenants: readonly Tenant[]
  readonly originOf: (tenant: Tenant) => string
  readonly webApiUrl: string
  readonly folder: string
  /** The tenant with single sign-on, and the identity provider. */
  readonly signOn: { readonly origin: string; readonly issuer: string } | undefined
}): string {
  const { tenants, originOf, webApiUrl, folder, signOn } = options
  const addresses = tenants.map((tenant) => ({ url: originOf(tenant), description: described(tenant) }))
  const width = Math.max(...addresses.map(({ url }) => url.length))
  const lines = addresses.map(({ url, description }) => `  ${url.padEnd(width)}  ${description}`)
  const example = tenants.find(({ deployment }) => deployment === 'tenant')
  return [
    'Quatrain is ready.',
    '',
    ...lines,
    '',
    `  Log in as admin, password ${password}. All other accounts have the same password, such as jorn.havsand of NORDIC, who may`,
    '  change objects of some groups, and runa.myrdal, who may read. docs/demonstration.md has a list of them.',
    ...(signOn ? withSignOn(signOn) : []),
    ...(example ? ['', ...forMachines(example, originOf(example), webApiUrl, folder), ''] : []),
    `  The Web API is at ${webApiUrl}. Data is stored in ${folder}; remove it to start again.`,
    '  Ctrl-C stops.',
  ].join('\n')
}

const withSignOn = ({ origin, issuer }: { readonly origin: string; readonly issuer: string }): string[] => [
  `  Single sign-on: choose the identity provider on ${origin}/ui/login. It is at ${issuer}, belongs to`,
  '  the demonstration, is reached from this machine only, and asks for no password.',
]

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
