import { z } from 'zod'
import { call } from '#clients/web-api/call.ts'
import type { DemoTenant } from './data.ts'
import { machineKey } from './keys.ts'

type Endpoint = DemoTenant['topology_endpoints'][number]

const dayMs = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Writes the topology of yesterday and today to the Web API, with the key of the tenant's connector. */
export async function loadTopology(
  { webApiUrl, timeout, now }: { readonly webApiUrl: string; readonly timeout: number; readonly now: Date },
  { name, topology_groups: groups, topology_endpoints: endpoints }: DemoTenant,
): Promise<void> {
  const [yesterday, today] = [dayOf(now.getTime() - dayMs), dayOf(now.getTime())]
  const connection = { url: webApiUrl, key: machineKey(name).token, timeout }
  const write = (kind: 'groups' | 'endpoints', date: string, body: readonly object[]) =>
    call(connection, { method: 'POST', path: `/api/v2/topology/${kind}?date=${date}`, body }, z.unknown())
  await write('groups', yesterday, groups)
  await write('endpoints', yesterday, earlier(endpoints))
  await write('endpoints', today, endpoints)
}

/**
 * The data has one list. The day before, the endpoints of the last site did not exist, and the first host was not
 * monitored.
 */
function earlier(endpoints: readonly Endpoint[]): Endpoint[] {
  const added = endpoints.at(-1)?.group
  const changed = endpoints[0]?.hostname
  return endpoints
    .filter(({ group }) => group !== added)
    .map((row) => (row.hostname === changed ? { ...row, tags: { ...row.tags, monitored: '0' } } : row))
}
