import { readFileSync } from 'node:fs'
import { webApiDataFeed, webApiTopologyFeed, webApiWeightsFeed } from '@quatrain/contract/web-api/feeds.ts'
import { webApiWeights } from '@quatrain/contract/web-api/weights.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { z } from 'zod'
import { call, type Request } from '#clients/web-api/call.ts'
import type { DemoTenant } from './data.ts'
import { machineKey } from './keys.ts'
import { permitFeeds } from './web-api.ts'

// What connectors write to the Web API, in `demo-data/connectors.json`.

const hour = z.string().regex(/^\d{2}:\d{2}$/)

const downtime = z.strictObject({
  hostname: z.string(),
  service: z.string(),
  from: hour,
  to: hour,
  description: z.string(),
  classification: z.enum(['SCHEDULED', 'UNSCHEDULED']),
  severity: z.enum(['OUTAGE', 'WARNING']),
})

const written = z.record(
  z.string(),
  z.strictObject({
    feeds: z.strictObject({
      topology: webApiTopologyFeed.optional(),
      weights: webApiWeightsFeed.optional(),
      data: webApiDataFeed.optional(),
    }),
    weights: z.array(webApiWeights.omit({ id: true, date: true }).strict()),
    downtimes: z.array(downtime),
  }),
)

/** The data by tenant. */
export const readConnectorData = () =>
  written.parse(JSON.parse(readFileSync(new URL('../../demo-data/connectors.json', import.meta.url), 'utf8')))

interface Loading {
  readonly webApiUrl: string
  readonly timeout: number
  readonly now: Date
}

/** Writes to the Web API with the key of the tenant's connectors. */
const connectorOf =
  ({ webApiUrl, timeout }: Loading, tenant: string) =>
  (method: Request['method'], path: string, body: unknown) =>
    call(
      { url: webApiUrl, key: machineKey(tenant).token, timeout },
      { method, path: `/api/v2/${path}`, body },
      z.unknown(),
    )

const dayMs = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Writes the feeds, the weights and the downtimes of today of a tenant, as its connectors do. */
export async function loadConnectorData(
  database: Database,
  loading: Loading,
  tenant: { readonly name: string; readonly created_on: string },
): Promise<void> {
  const connectorData = readConnectorData()[tenant.name]
  if (!connectorData) return
  const write = connectorOf(loading, tenant.name)
  await permitFeeds(database, tenant.name, connectorData.feeds.data?.tenants ?? [])
  for (const [feed, content] of Object.entries(connectorData.feeds)) await write('PUT', `feeds/${feed}`, content)
  for (const weights of connectorData.weights) await write('POST', `weights?date=${tenant.created_on}`, weights)
  if (connectorData.downtimes.length === 0) return
  const today = dayOf(loading.now.getTime())
  const endpoints = connectorData.downtimes.map(({ from, to, ...downtime }) => ({
    ...downtime,
    start_time: `${today}T${from}:00Z`,
    end_time: `${today}T${to}:00Z`,
  }))
  await write('POST', `downtimes?date=${today}`, { endpoints })
}

/** Writes the topology of yesterday and today. */
export async function loadTopology(
  loading: Loading,
  { name, topology_groups: groups, topology_endpoints: endpoints }: DemoTenant,
): Promise<void> {
  const [yesterday, today] = [dayOf(loading.now.getTime() - dayMs), dayOf(loading.now.getTime())]
  const write = connectorOf(loading, name)
  await write('POST', `topology/groups?date=${yesterday}`, groups)
  await write('POST', `topology/endpoints?date=${yesterday}`, earlier(endpoints))
  await write('POST', `topology/endpoints?date=${today}`, endpoints)
}

type Endpoint = DemoTenant['topology_endpoints'][number]

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
