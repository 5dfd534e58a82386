import { readFileSync } from 'node:fs'
import { webApiDataFeed, webApiTopologyFeed, webApiWeightsFeed } from '@quatrain/contract/web-api/feeds.ts'
import { webApiWeights } from '@quatrain/contract/web-api/weights.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { z } from 'zod'
import { call, type Request } from '#clients/web-api/call.ts'
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
  readonly database: Database
  readonly webApiUrl: string
  readonly timeout: number
  readonly tenant: { readonly name: string; readonly created_on: string }
  readonly now: Date
}

/** Writes the feeds, the weights and the downtimes of today of a tenant, as its connectors do. */
export async function loadConnectorData({ database, webApiUrl, timeout, tenant, now }: Loading): Promise<void> {
  const connectorData = readConnectorData()[tenant.name]
  if (!connectorData) return
  const connection = { url: webApiUrl, key: machineKey(tenant.name).token, timeout }
  const write = (method: Request['method'], path: string, body: unknown) =>
    call(connection, { method, path: `/api/v2/${path}`, body }, z.unknown())
  await permitFeeds(database, tenant.name, connectorData.feeds.data?.tenants ?? [])
  for (const [feed, content] of Object.entries(connectorData.feeds)) await write('PUT', `feeds/${feed}`, content)
  for (const weights of connectorData.weights) await write('POST', `weights?date=${tenant.created_on}`, weights)
  if (connectorData.downtimes.length === 0) return
  const today = now.toISOString().slice(0, 10)
  const endpoints = connectorData.downtimes.map(({ from, to, ...downtime }) => ({
    ...downtime,
    start_time: `${today}T${from}:00Z`,
    end_time: `${today}T${to}:00Z`,
  }))
  await write('POST', `downtimes?date=${today}`, { endpoints })
}
