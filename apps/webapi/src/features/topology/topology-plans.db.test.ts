import { databaseOn } from '@quatrain/platform/database/database.ts'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import { serverDatabases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { observedEngine, type Statement } from '@quatrain/platform/testing/observed-engine.ts'
import { explain, rowsOfPlan } from '@quatrain/platform/testing/rows-of-plan.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorOn } from '#kit/operator.ts'
import { scopeOf } from '#kit/tenancy.ts'
import { aGroup, anEndpoint, aReport } from '#test/builders.ts'
import { callable, startWebApi } from '#test/web-api.ts'

const [groups, endpoints] = [1_000, 3_000]

const filters = [
  { context: 'argo.group.filter.fields', name: 'group', value: 'region 1*' },
  { context: 'argo.group.filter.tags', name: 'monitored', value: '1' },
  { context: 'argo.endpoint.filter.tags', name: 'production', value: '1' },
  { context: 'argo.endpoint.filter.tags.array', name: 'scope', value: 'alpha, beta' },
  { context: 'argo.endpoint.filter.fields', name: 'service', value: '~web 1' },
]
const report = aReport({ info: { name: 'stored', description: '' }, filter_tags: filters })
const { topology_schema } = report

interface Read {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}
const get = (path: string): Read => ({ method: 'GET', path })
const preview = (body: object): Read => ({ method: 'POST', path: 'topology/scope', body })

const reads = [
  get('topology/endpoints'),
  get('topology/endpoints?type=SITES&tags=production:1,monitored:1'),
  get('topology/endpoints?type=SITES&tags=production:~1&tags=scope:~gamma*'),
  get('topology/groups?type=NGI&tags=monitored:1'),
  get('topology/endpoints/by_report/stored'),
  get('topology/groups/by_report/stored'),
  get('topology/stats/stored'),
  get('topology/tags'),
  preview({ name: 'stored', topology_schema, filter_tags: [] }),
  preview({ name: 'stored', topology_schema, filter_tags: filters.slice(1), search: 'host' }),
]

/** Right after a large write PostgreSQL has no statistics, and for a new tenant beside large ones it may never have any. */
const situations = [
  { situation: 'without statistics', others: 0 },
  { situation: 'of a new tenant beside a large one with statistics', others: 20_000 },
]
const states = serverDatabases.flatMap((database) =>
  situations.map((situation) => ({ ...database, database, ...situation })),
)

describe.each(states)('reads of the topology on $name $situation', ({ database, others }) => {
  let opened: TestDatabase
  let api: Awaited<ReturnType<typeof callable>>
  const engines: ReturnType<typeof observedOn>[] = []
  beforeAll(async () => {
    const started = await startWebApi(database)
    opened = started.database
    const operator = operatorOn(opened)
    const tables = ['groups', 'group_tags', 'endpoints', 'endpoint_tags'].map((name) => sql.table(`topology_${name}`))
    for (const table of tables) await sql`alter table ${table} set (autovacuum_enabled = off)`.execute(operator)
    engines.push(observedOn(opened.url ?? ''))
    api = await callable(databaseOn(engine()))
    if (others > 0) {
      const key = 'HARBOR editor'
      await api.call('PUT', 'topology/groups', { key, body: Array.from({ length: groups }, group) })
      await api.call('PUT', 'topology/endpoints', { key, body: Array.from({ length: others }, endpoint) })
      for (const table of tables) await sql`analyze ${table}`.execute(operator)
    }
    await api.call('PUT', 'topology/groups', { body: Array.from({ length: groups }, group) })
    await api.call('PUT', 'topology/endpoints', { body: Array.from({ length: endpoints }, endpoint) })
    await api.call('POST', 'reports', { body: report })
  })
  afterAll(async () => {
    await api.app.close()
    await engine().close()
    await opened.close()
  })
  const engine = () => {
    const [only] = engines
    if (!only) throw new Error('The database has not been opened.')
    return only
  }

  test.each(reads)('$method $path handles each row a few times', async ({ method, path, body }) => {
    const stop = engine().watch()
    const { status } = await api.call(method, path, { ...(body && { body }) })
    const statements = stop().filter(({ text }) => /topology_(group|endpoint)/.test(text))
    expect({ status, isRead: statements.length > 0 }).toEqual({ status: 200, isRead: true })
    const handled = await Promise.all(statements.map((statement) => rowsHandled(engine(), statement)))
    expect(Math.max(...handled)).toBeLessThan(40 * (groups + endpoints))
  })
})

const observedOn = (url: string) => observedEngine(openPostgreSql(url), (statement) => () => statement)

const group = (_: unknown, index: number) =>
  aGroup({ group: `region ${index % 20}`, subgroup: `site ${index}`, tags: { monitored: '1' } })

const endpoint = (_: unknown, index: number) =>
  anEndpoint({
    group: `site ${index % groups}`,
    service: `web ${index % 5}`,
    tags: { info_ID: `${index}G0`, monitored: '1', production: String(index % 2), scope: `alpha${index % 7}, beta` },
  })

/** The number of rows that all nodes of a statement's plan handle. */
async function rowsHandled(engine: ReturnType<typeof observedOn>, { text, parameters }: Statement): Promise<number> {
  const session = await engine.acquire()
  try {
    return rowsOfPlan((await session.runIn(scopeOf(1), explain + text, parameters)).rows)
  } finally {
    engine.release(session)
  }
}
