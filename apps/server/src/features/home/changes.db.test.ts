import { databases } from '@quatrain/platform/testing/databases.ts'
import { rowsOfKeptPlans } from '@quatrain/platform/testing/rows-of-plan.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#request/context/context.ts'
import { type Host, startTestApp, type TestApp } from '#test/test-app.ts'
import { listChanges } from './home.repository.ts'

interface Row {
  readonly number: number
  readonly kind: string
  readonly name: string
  readonly actor: string
  readonly action: string
}

describe.each(databases)('the list of changes on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
    const admin = await server.as('admin')
    for (const name of ['first', 'second_1', 'second%2']) {
      server.clock.pass(1)
      const services = ['disk', 'web.tls'].map((metric) => ({ service: 's', metric }))
      const body = { name, groupname: 'operations', description: '', services }
      expect((await admin.send('POST', 'metricprofiles', body)).status).toBe(201)
    }
    expect((await admin.send('POST', 'apikeys', { name: 'box', used_by: 'poem' })).status).toBe(201)
  })
  afterAll(() => server.close())

  const read = async (query: string, user = 'admin', host: Host = 'north.test') =>
    (await server.as(user, host)).send('GET', `changes?${query}`)
  const named = async (query: string, user?: string) => (await read(query, user)).body.rows.map(({ name }: Row) => name)

  test('contains every object that a write affected, newest first', async () => {
    const { body } = await read('')
    const numbers = body.rows.map(({ number }: Row) => number)
    expect(body.total).toBe(body.rows.length)
    expect(body.rows[0]).toMatchObject({ actor: 'admin', action: 'add', kind: 'apikey', name: 'box' })
    expect(numbers).toEqual(numbers.toSorted((one: number, other: number) => other - one))
    expect(new Set(body.rows.map(({ kind }: Row) => kind))).toEqual(new Set(['apikey', 'metricprofile', 'metric']))
    expect((await read('sort=at')).body.rows).toEqual(body.rows.toReversed())
  })

  test('is counted by day, as far as the user may see it', async () => {
    const byDay = async (
      user: string,
      host?: Host,
    ): Promise<{ day: string; add: number; change: number; delete: number }[]> =>
      (await (await server.as(user, host)).send('GET', 'changes/days')).body.days
    const days = await byDay('admin')
    const { rows } = (await read('')).body
    const today = server.clock.now().toISOString().slice(0, 10)
    const added = rows.filter(({ action }: Row) => action === 'add').length
    expect(days).toHaveLength(90)
    expect(days.at(-1)).toEqual({ day: today, add: added, change: rows.length - added, delete: 0 })
    expect(days[0]).toMatchObject({ add: 0, change: 0, delete: 0 })
    // The key of a box is not shown to them.
    expect((await byDay('nobody')).at(-1)?.add).toBe(added - 1)
    expect((await byDay('admin', 'south.test')).at(-1)).toMatchObject({ add: 0 })
  })

  test('is read page by page without repeated rows', async () => {
    const { rows, total } = (await read('')).body
    const pages = await Promise.all([1, 2, 3, 4].map((page) => read(`page=${page}&limit=2`)))
    expect(pages.map(({ body }) => body.total)).toEqual([total, total, total, total])
    expect(pages.flatMap(({ body }) => body.rows)).toEqual(rows.slice(0, 8))
    expect((await read('page=999')).body).toEqual({ rows: [], total })
  })

  test('is filtered by part of the name of an object or user, ignoring case, and by one exact kind or action', async () => {
    expect(await named('kind=metricprofile&name=SECOND')).toEqual(['second%2', 'second_1'])
    expect(await named('kind=metricprofile&name=d_')).toEqual(['second_1'])
    expect(await named('kind=metricprofile&name=%25')).toEqual(['second%2'])
    expect(await named('kind=metricprofile&actor=adm&action=delete')).toEqual([])
    expect((await read('actor=ADM&kind=metricprofile')).body.total).toBe(3)
    expect(await named('actor=nobody')).toEqual([])
  })

  test('shows only what the user may see, for any filter, and nothing of another tenant', async () => {
    expect(await named('kind=apikey')).toEqual(['box'])
    expect(await named('kind=apikey', 'nobody')).toEqual([])
    expect((await read('', 'nobody')).body.rows.map(({ kind }: Row) => kind)).not.toContain('apikey')
    expect((await read('', 'admin', 'south.test')).body).toEqual({ rows: [], total: 0 })
  })

  test('is filtered by time, by change request and by words of the remark', async () => {
    const admin = await server.as('admin')
    const tag = { name: 'searched', groupname: 'operations', description: '' }
    const body = { ...tag, services: [{ service: 's', metric: 'disk' }] }
    server.clock.pass(60)
    const since = server.clock.now().toISOString()
    expect((await admin.send('POST', 'metricprofiles?remark=Ticket%20100%25%20done', body)).status).toBe(201)
    server.clock.pass(60)
    const until = server.clock.now().toISOString()
    const { body: profile } = await admin.send('GET', 'metricprofiles/searched')
    const write = { kind: 'metricprofile', operation: 'remove', input: { key: profile.apiid } }
    const { body: request } = await admin.send('POST', 'changerequests', { title: 'Clean up', writes: [write] })
    const settled = await admin.send('POST', `changerequests/${request.id}/settle`, { action: 'apply', effects: '*' })
    expect(settled.status, settled.body.detail).toBe(200)
    expect((await read(`since=${since}&until=${until}`)).body.rows).toMatchObject([
      { name: 'searched', action: 'add', request: null, remark: 'Ticket 100% done' },
    ])
    const { rows } = (await read(`request=${request.id}`)).body
    expect(rows).toMatchObject([{ name: 'searched', action: 'delete', request: { id: request.id, title: 'Clean up' } }])
    expect((await admin.send('GET', `changes/${rows[0].number}`)).body.change.request).toMatchObject({
      title: 'Clean up',
    })
    expect(await named('remark=100%25')).toEqual(['searched'])
    expect(await named('remark=ticket%20200')).toEqual([])
    expect(await named('request=999')).toEqual([])
  })

  test.each([
    ['since=today', 'since', ''],
    ['page=0', 'page', 'Must be a whole number from 1 to 10000'],
    ['limit=101', 'limit', 'Must be a whole number from 1 to 100'],
    ['sort=name', 'sort', ''],
    ['action=reveal', 'action', ''],
  ])('%s is refused, with the name of the parameter', async (query, field, message) => {
    const { status, body } = await read(query)
    expect(status).toBe(400)
    expect(body.fields[field]).toContain(message)
  })

  test('has rows that were imported at the time of the change', async () => {
    const tag = { name: 'imported', metrics: [] }
    const admin = await server.as('admin', 'super.test')
    const month = 30 * 86_400
    expect((await admin.send('POST', 'metrictags', { ...tag, name: 'new' })).status).toBe(201)
    server.clock.pass(-month)
    expect((await admin.send('POST', 'metrictags', tag)).status).toBe(201)
    server.clock.pass(month)
    const { rows } = (await read('kind=metrictag', 'admin', 'super.test')).body
    expect(rows.map(({ name }: Row) => name)).toEqual(['new', 'imported'])
  })

  // 5,000 rows of ten people and 200 objects, and one of another person and object among the first ones.
  test('looks for a few rows of a person or an object by an index, with the plan for any parameters', async () => {
    const context = await server.context('NORTH')
    await sql`
      insert into activity (at, request_id, actor, address, action, kind, object_id, object_name)
      select now(), 'many', case when number = 7 then 'seldom' else 'person' || number % 10 end, '', 'change', 'metric',
        1000000 + number, case when number = 7 then 'lost' else 'thing ' || number % 200 end
      from generate_series(1, 5000) as number`.execute(context.db)
    await sql`analyze activity`.execute(server.owner)
    for (const [field, part] of [
      ['actor', 'SELD'],
      ['name', 'lost'],
    ] as const) {
      const query = { [field]: part }
      const { body } = await read(`${field}=${part}`)
      expect(body.rows).toMatchObject([{ actor: 'seldom', name: 'lost' }])
      const handled = await inTransaction(context, (ctx) =>
        rowsOfKeptPlans(ctx.db, (db) => listChanges({ ...ctx, db }, query, ['metric']), { areRun: true }),
      )
      expect(handled).toHaveLength(4)
      expect(Math.max(...handled)).toBeLessThan(2_000)
    }
  })

  test('takes the same number of statements for any number of rows', async () => {
    const sent = async (query: string) => (await server.statements(() => read(query))).length
    expect(await sent('limit=1')).toBe(await sent('limit=100'))
  })
})
