import { databaseOn } from '@quatrain/platform/database/database.ts'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import { serverDatabases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { observedEngine, type Statement } from '@quatrain/platform/testing/observed-engine.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { operatorOn } from '#kit/operator.ts'
import { scopeOf } from '#kit/tenancy.ts'
import { addressesOf, addressOf } from '#test/addresses.ts'
import { addEveryBody, keyFor, onlyWritten } from '#test/every-body.ts'
import { callable, startWebApi } from '#test/web-api.ts'

describe.each(serverDatabases)('every statement of requests on $name', (kind) => {
  let opened: TestDatabase
  let engine: ReturnType<typeof observedOn>
  let api: Awaited<ReturnType<typeof callable>>
  beforeAll(async () => {
    opened = (await startWebApi(kind)).database
    // The planner reads a whole small table rather than its index, unless that is impossible.
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(operatorOn(opened))
    const database = sql.id(rows[0]?.name ?? '')
    for (const setting of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) {
      await sql`alter database ${database} set ${sql.id(setting)} = off`.execute(operatorOn(opened))
    }
    engine = observedOn(opened.url ?? '')
    api = await callable(databaseOn(engine))
  })
  afterAll(async () => {
    await api.app.close()
    await engine.close()
    await opened.close()
  })

  test('finds the rows of each table with an index', async () => {
    const bodies = await addEveryBody({ ...api, database: opened, close: () => api.app.close() })
    await api.permit('ORCHARD', 'HARBOR')
    await api.call('PUT', 'feeds/data', { body: { tenants: ['HARBOR'] } })
    const seen: Statement[] = []
    const called = new Set<string>()
    const calling = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) => {
      const stop = engine.watch()
      const { status } = await api.call(method, path, { key: keyFor(path), ...(body != null && { body }) })
      seen.push(...stop())
      if (status < 300) called.add(addressOf(path))
    }
    const paths = [...bodies.keys()]
    for (const path of paths) {
      for (const query of ['', ...filters]) await calling('GET', `${path}${query}`)
    }
    for (const [path, body] of bodies) {
      for (const method of ['PUT', 'POST'] as const) await calling(method, path, body)
    }
    for (const path of paths.toReversed()) await calling('DELETE', path)
    for (const path of onlyWritten) await calling('POST', path, bodies.get(path))
    expect(called).toEqual(addressesOf(api.app))

    const texts = new Map(seen.map((statement) => [statement.text, statement]))
    const temporary = [...texts.keys()].filter((text) => /^\s*create temp/i.test(text))
    const found = new Set<string>()
    for (const statement of texts.values()) {
      if (!/^\s*(select|with|insert|update|delete)\b/i.test(statement.text)) continue
      for (const table of await wholeTablesOf(engine, statement, temporary)) found.add(`${table}: ${statement.text}`)
    }
    expect([...found]).toEqual([])
  })
})

/** Every parameter by which an address filters; the others ignore it. */
const filters = [
  '?date=2026-06-01',
  '?name=x',
  '?name=x&date=2026-06-01',
  '?mode=combined',
  '?type=SITES&group=x&subgroup=y&service=z&hostname=h&tags=scope:a*',
  '?group=~x*&subgroup=~y*&service=z*&hostname=~h&tags=scope:~a',
]

/** The tables of which statements may read every row. */
const wholeByDesign = [
  // One list for all tenants, which is always read and replaced as a whole.
  'metric_tags',
  // The body of one request.
  'staged_topology',
]

const observedOn = (url: string) => observedEngine(openPostgreSql(url), (statement) => () => statement)

interface Plan {
  readonly table: string | undefined
  readonly isWhole: boolean
  readonly plans: readonly Plan[]
}

/** A node of the output of `explain`: the table that it reads, and whether it reads all of it. */
const plan: z.ZodType<Plan> = z
  .looseObject({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Cond': z.string().optional(),
    get Plans() {
      return z.array(plan).default([])
    },
  })
  .transform((node) => ({
    table: node['Relation Name'],
    isWhole: /^(Seq|Index|Index Only) Scan$/.test(node['Node Type']) && node['Index Cond'] === undefined,
    plans: node.Plans,
  }))
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: plan })]) })])

/** The tables of which a statement reads every row, after the statements that create its temporary tables. */
async function wholeTablesOf(
  engine: ReturnType<typeof observedOn>,
  { text, parameters }: Statement,
  temporary: string[],
) {
  const session = await engine.acquire()
  const work = session.begin(scopeOf(1))
  try {
    for (const creation of temporary) await work.run(creation, [])
    const { rows } = await work.run(`explain (format json) ${text}`, parameters)
    return wholeTables(explained.parse(rows)[0]['QUERY PLAN'][0].Plan).filter((table) => !wholeByDesign.includes(table))
  } finally {
    await work.end('rollback')
    engine.release(session)
  }
}

const wholeTables = ({ table, isWhole, plans }: Plan): string[] => [
  ...(table !== undefined && isWhole ? [table] : []),
  ...plans.flatMap(wholeTables),
]
