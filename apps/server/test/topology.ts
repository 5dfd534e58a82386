import type { WebApiEndpointInput, WebApiGroupInput } from '@quatrain/contract/web-api/topology.ts'
import { webApiToken } from './seed.ts'
import type { TestApp } from './test-app.ts'

/** Writes a list of a tenant's topology to the Web API, like a connector. */
export async function writeTopology(
  { webApi }: Pick<TestApp, 'webApi'>,
  tenant: 'NORTH' | 'SOUTH',
  date: string,
  lists: { readonly endpoints?: readonly WebApiEndpointInput[]; readonly groups?: readonly WebApiGroupInput[] },
): Promise<void> {
  for (const [kind, rows] of Object.entries(lists)) {
    const { status } = await fetch(`${webApi.url}/api/v2/topology/${kind}?date=${date}`, {
      method: 'POST',
      headers: { 'x-api-key': webApiToken(tenant), 'content-type': 'application/json' },
      body: JSON.stringify(rows),
    })
    if (status !== 201) throw new Error(`The Web API answered ${status}.`)
  }
}
