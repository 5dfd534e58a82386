import { readFileSync } from 'node:fs'
import { webApiEndpoint } from '@quatrain/contract/web-api/topology.ts'
import { z } from 'zod'
import { call } from '#clients/web-api/call.ts'
import { machineKey } from './credentials.ts'

// What connectors write to the Web API on the day on which the demonstration is loaded.

const hour = z.string().regex(/^\d{2}:\d{2}$/)

const downtimes = z.record(
  z.string(),
  z.array(
    z.strictObject({
      hostname: z.string(),
      service: z.string(),
      from: hour,
      to: hour,
      description: z.string(),
      classification: z.enum(['SCHEDULED', 'UNSCHEDULED']),
      severity: z.enum(['OUTAGE', 'WARNING']),
    }),
  ),
)

/** The downtimes of the day of loading, by tenant. Each tenant has an entry. */
export const readDowntimes = () =>
  downtimes.parse(JSON.parse(readFileSync(new URL('../../demo-data/downtimes.json', import.meta.url), 'utf8')))

/** Timeout of a call of the Web API in milliseconds, long enough for a busy machine. */
const timeout = 30_000
const dayMs = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

const endpoint = webApiEndpoint.omit({ date: true })
const endpointList = z.object({ data: z.array(endpoint) })

/** Writes the downtimes of today and another topology of yesterday and today for each tenant, with the keys of their connectors. */
export async function writeToday(url: string, now: Date): Promise<void> {
  const [yesterday, today] = [dayOf(now.getTime() - dayMs), dayOf(now.getTime())]
  for (const [tenant, ofTenant] of Object.entries(readDowntimes())) {
    const connection = { url, key: machineKey(tenant).token, timeout }
    const write = (path: string, body: unknown) =>
      call(connection, { method: 'POST', path: `/api/v2/${path}`, body }, z.unknown())
    const { body } = await call(connection, { method: 'GET', path: '/api/v2/topology/endpoints' }, endpointList)
    await write(`topology/endpoints?date=${yesterday}`, earlier(body.data))
    await write(`topology/endpoints?date=${today}`, body.data)
    const endpoints = ofTenant.map(({ from, to, ...downtime }) => ({
      ...downtime,
      start_time: `${today}T${from}:00Z`,
      end_time: `${today}T${to}:00Z`,
    }))
    if (endpoints.length > 0) await write(`downtimes?date=${today}`, { endpoints })
  }
}

/** The day before, the endpoints of the last site did not exist, and the first host was not monitored. */
function earlier(endpoints: readonly z.output<typeof endpoint>[]) {
  const added = endpoints.at(-1)?.group
  const changed = endpoints[0]?.hostname
  return endpoints
    .filter(({ group }) => group !== added)
    .map((row) => (row.hostname === changed ? { ...row, tags: { ...row.tags, monitored: '0' } } : row))
}
