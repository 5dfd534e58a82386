import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { databaseOn } from '@quatrain/platform/database/database.ts'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import autocannon from 'autocannon'
import type { Databases } from '../cluster.ts'
import { webApiKeyOf } from '../data/keys.ts'
import { askSuccessfully } from '../http/ask.ts'
import { memoryOf } from '../memory-of.ts'
import { startProgram } from '../processes.ts'
import { type Figure, megabytes } from '../report/figure.ts'
import { provision } from '../server/web-api.ts'

const tenant = 'LISTS'
const path = '/api/v2/topology/service-types'
const types = Array.from({ length: 6_000 }, (_, index) => ({
  name: `service.type.number.${index}`,
  title: `Title of ${index}`,
  description: `What the service type ${index} is for, in words`,
  tags: ['topology'],
}))

const reads = 500
const writes = 20
const budget = 200 * 1024 * 1024

/** The memory of the Web API, started as in production, after many reads and writes of a list of 0.8 MB. */
export async function measureWebApi(databases: Databases): Promise<Figure[]> {
  const url = await databases.create('web_api')
  const port = await freePort()
  const program = await startProgram({
    script: 'start:webapi',
    env: { QUATRAIN_WEBAPI_DATABASE_URL: url, QUATRAIN_WEBAPI_PORT: String(port) },
    target: { url: `http://127.0.0.1:${port}` },
    path: '/readyz',
  })
  try {
    await giveKey(url)
    const headers = { [apiKeyHeader]: webApiKeyOf(tenant) }
    const atFirst = memoryOf(program.pid).now
    for (let write = 0; write < writes; write++) {
      await askSuccessfully({ url: program.url, headers }, 'PUT', path, { body: types })
      await readOften(`${program.url}${path}`, headers)
    }
    const { now, most } = memoryOf(program.pid)
    return [
      {
        what: `Web API process, a list of 6,000 service types written ${writes} times and read ${reads} times: resident memory`,
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

async function giveKey(url: string): Promise<void> {
  const database = databaseOn(openPostgreSql(url))
  try {
    await provision(database, [tenant])
  } finally {
    await database.close()
  }
}

async function readOften(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const result = await autocannon({ url, connections: 10, amount: reads / writes, headers: { ...headers } })
  const failed = result.errors + result['4xx'] + result['5xx']
  if (failed > 0) throw new Error(`${failed} of the reads failed.`)
}
