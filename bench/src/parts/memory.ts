import { freePort } from '@quatrain/platform/testing/free-port.ts'
import autocannon from 'autocannon'
import type { Databases } from '../cluster.ts'
import type { Filling } from '../data/fill.ts'
import { secret } from '../data/keys.ts'
import { profileName } from '../data/objects.ts'
import { hostOf } from '../data/tenants.ts'
import { askSuccessfully } from '../http/ask.ts'
import { memoryOf } from '../memory-of.ts'
import { startProgram } from '../processes.ts'
import { type Figure, megabytes } from '../report/figure.ts'
import { startServer } from '../server/start.ts'
import { box, person } from '../visitors.ts'

/** 40 tenants of 2,000 metrics and 500 metric profiles each: 100,000 objects. */
const tenants = Array.from({ length: 40 }, (_, index) => `TENANT${index + 1}`)
const filling: Filling = {
  catalogue: { templates: 2_000, versions: 1 },
  tenants: tenants.map((tenant) => ({ tenant, metrics: 2_000, profiles: 500, pairs: 10 })),
}

const requests = 10_000
const budget = 256 * 1024 * 1024

/** The memory of the console, started as in production, after reads of all kinds in all tenants. */
export async function measureMemory(databases: Databases): Promise<Figure[]> {
  const url = await databases.create('memory')
  const filler = await startServer({ url })
  await filler.calls.fill(filling)
  await filler.stop()
  const port = await freePort()
  const program = await startProgram({
    script: 'start',
    env: {
      QUATRAIN_DATABASE_URL: url,
      QUATRAIN_SECRET: secret,
      QUATRAIN_PORT: String(port),
      QUATRAIN_TLS: 'off',
      QUATRAIN_WEBAPI_URL: 'http://127.0.0.1:9',
    },
    target: { url: `http://127.0.0.1:${port}`, headers: { host: hostOf('TENANT1') } },
    path: '/readyz',
  })
  try {
    const atFirst = memoryOf(program.pid).now
    for (const tenant of tenants) await readEverything(program.url, tenant)
    const { now, most } = memoryOf(program.pid)
    const what = `console process, ${tenants.length * 2_500} objects stored, after ${requests} requests: resident memory`
    return [
      {
        what,
        on: 'PostgreSQL',
        measured: `${megabytes(now)} (peak ${megabytes(most)}, ${megabytes(atFirst)} at the start)`,
        budget: `< ${megabytes(budget)}`,
        holds: now < budget,
      },
    ]
  } finally {
    await program.stop()
  }
}

/** One tenant's share of the requests: of twenty, one is the list of all metrics for a box, four are whole lists. */
async function readEverything(url: string, tenant: string): Promise<void> {
  const { target } = await person(url, tenant)
  const member = { ...target.headers }
  const list = '/api/v2/internal/metricprofiles'
  const etag = String((await askSuccessfully(target, 'GET', list)).headers.etag)
  const one = (number: number) => ({ path: `${list}/${profileName(number)}`, headers: member })
  const whole = { path: list, headers: member }
  const unchanged = { path: list, headers: { ...member, 'if-none-match': etag } }
  const history = { path: `/api/v2/internal/tenantversion/metricprofile/${profileName(1)}`, headers: member }
  const metrics = { path: '/api/v2/metrics', headers: { ...box(url, tenant).headers } }
  const twenty = [
    metrics,
    ...Array(4).fill(whole),
    ...Array(5).fill(unchanged),
    history,
    history,
    ...[1, 2, 3, 4, 5, 6, 7, 8].map(one),
  ]
  const result = await autocannon({ url, connections: 10, amount: requests / tenants.length, requests: twenty })
  const failed = result.errors + result['4xx'] + result['5xx']
  if (failed > 0) throw new Error(`${failed} of the requests to ${tenant} failed.`)
}
