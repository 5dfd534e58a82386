import { randomUUID } from 'node:crypto'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { exportActivity } from './export-activity.ts'
import { cursorsBefore, type LoggedRow, readNextRows } from './logged-rows.repository.ts'
import { heldSeconds, holdReceiver, moveCursors, readCursors, releaseReceiver } from './receivers.repository.ts'

describe.each(databases)('the export of the activity log on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  /** Adds rows to the log of a tenant. */
  async function log(tenant: string, names: readonly string[], { at = new Date(), after = {} as object } = {}) {
    const db = await server.tenant(tenant)
    await db
      .insertInto('activity')
      .values(
        names.map((name) => ({
          at,
          request_id: 'r',
          actor: 'alice',
          address: '10.0.0.1',
          action: 'add',
          kind: 'metric',
          object_id: 1,
          object_name: name,
          before: null,
          after: JSON.stringify(after),
        })),
      )
      .execute()
  }
  /** What arrives at a receiver, whose cursors are stored. */
  async function arrived(receiver: string, { failsAfter = Number.POSITIVE_INFINITY } = {}): Promise<LoggedRow[]> {
    const { everyTenant } = server.tenancy
    const held = { receiver, holder: randomUUID() }
    expect(await holdReceiver(everyTenant, held)).toBe(true)
    const received: LoggedRow[] = []
    const send = async (rows: readonly LoggedRow[]) => {
      received.push(...rows)
      if (received.length > failsAfter) throw new Error('broken off')
    }
    const options = { everyTenant, send, move: moveCursors.bind(undefined, everyTenant, held) }
    await exportActivity(options, await readCursors(everyTenant, receiver)).catch((error: Error) => {
      if (error.message !== 'broken off') throw error
    })
    await releaseReceiver(everyTenant, held)
    return received
  }
  const stored = async () => {
    const { rows } = await sql<{ row: string }>`
      select tenant_id || ' ' || number || ' ' || hash as row from activity order by tenant_id, number
    `.execute(server.owner)
    return rows.map(({ row }) => row)
  }
  const named = (rows: readonly LoggedRow[]) =>
    [...rows]
      .sort((a, b) => a.tenant_id - b.tenant_id || a.number - b.number)
      .map(({ tenant_id, number, hash }) => `${tenant_id} ${number} ${hash}`)

  test('has every row of every tenant once, with its documents, and continues where it was', async () => {
    const admin = await server.as('admin')
    const profile = { name: 'exported', groupname: 'operations', description: 'as it was', services: [] }
    expect(await admin.send('POST', 'metricprofiles', profile)).toMatchObject({ status: 201 })
    await log('SOUTH', ['a', 'b'])
    const rows = await arrived('once')
    expect(named(rows)).toEqual(await stored())
    expect(rows.find(({ object_name }) => object_name === 'exported')).toMatchObject({
      tenant: 'NORTH',
      actor: 'admin',
      action: 'add',
      kind: 'metricprofile',
      before: null,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      after: { name: 'exported', description: 'as it was' },
    })
    expect(await arrived('once')).toEqual([])
    await log('NORTH', ['c'])
    expect((await arrived('once')).map(({ object_name }) => object_name)).toEqual(['c'])
    expect(named(await arrived('another'))).toEqual(await stored())
  })

  test('sends a batch again that was broken off, and misses no row', async () => {
    const many = Array.from({ length: 130 }, (_, index) => `row ${index}`)
    for (const tenant of ['NORTH', 'SOUTH']) await log(tenant, many)
    const received = await arrived('broken', { failsAfter: 150 })
    const rest = await arrived('broken')
    expect(new Set(named([...received, ...rest]))).toEqual(new Set(await stored()))
    expect(received.length + rest.length).toBeLessThanOrEqual((await stored()).length + 100)
    for (const tenant of new Set(rest.map(({ tenant }) => tenant))) {
      const numbers = rest.filter((row) => row.tenant === tenant).map(({ number }) => number)
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    }
  })

  test('ends a batch early whose documents are large', async () => {
    await arrived('large')
    const text = 'x'.repeat(1_500_000)
    for (let times = 0; times < 5; times++) await log('NORTH', ['large'], { after: { text } })
    const cursors = await readCursors(server.tenancy.everyTenant, 'large')
    expect(await readNextRows(server.tenancy.everyTenant, cursors)).toHaveLength(3)
    expect(await arrived('large')).toHaveLength(5)
  })

  test('begins with older rows first, so that a busy tenant delays no other one', async () => {
    await arrived('fair')
    const at = (seconds: number) => ({ at: new Date(Date.UTC(2030, 0, 1, 0, 0, seconds)) })
    await log('NORTH', ['busy'], at(2))
    await log('SOUTH', ['quiet'], at(1))
    await log('NORTH', ['later, with an earlier time'], at(0))
    const names = (await arrived('fair')).map(({ object_name }) => object_name)
    expect(names).toEqual(['quiet', 'busy', 'later, with an earlier time'])
  })

  test('can begin at a time', async () => {
    await log('NORTH', ['before'], { at: new Date('2031-01-01') })
    await log('NORTH', ['after'], { at: new Date('2031-01-03') })
    await log('NORTH', ['between', 'after that'], { at: new Date('2031-01-02T12:00:00Z') })
    const { everyTenant } = server.tenancy
    const rows = await readNextRows(everyTenant, await cursorsBefore(everyTenant, new Date('2031-01-02')))
    expect(rows.map(({ object_name }) => object_name)).toEqual(['after', 'between', 'after that'])
  })

  test('keeps the log of a tenant that was deleted', async () => {
    await sql`
      insert into activity (tenant_id, at, request_id, actor, address, action, kind, object_id, object_name)
      values (999, now(), '', '', '', 'add', 'metric', 1, 'of a deleted tenant')
    `.execute(server.owner)
    const [row] = (await arrived('deleted')).filter(({ tenant }) => tenant === null)
    expect(row).toMatchObject({ tenant_id: 999, number: 1, object_name: 'of a deleted tenant' })
  })

  test('is one statement for each batch, and one for its cursors', async () => {
    await arrived('counted')
    for (const tenant of ['NORTH', 'SOUTH', 'all']) await log(tenant, ['a'])
    const statements = await server.statements(() => arrived('counted'))
    expect(statements).toHaveLength(6)
  })

  test('has one sender at a time, and another one when it has ended or is silent', async () => {
    const { everyTenant } = server.tenancy
    const [held, other] = [randomUUID(), randomUUID()].map((holder) => ({ receiver: 'held', holder }))
    if (!(held && other)) throw new Error('There are two.')
    const cursors = new Map([[1, 5]])
    expect(await holdReceiver(everyTenant, held)).toBe(true)
    expect(await holdReceiver(everyTenant, held)).toBe(true)
    expect(await holdReceiver(everyTenant, other)).toBe(false)
    await releaseReceiver(everyTenant, other)
    expect(await holdReceiver(everyTenant, other)).toBe(false)
    expect(await moveCursors(everyTenant, other, cursors)).toBe(false)
    expect(await readCursors(everyTenant, 'held')).toEqual(new Map())
    expect(await moveCursors(everyTenant, held, cursors)).toBe(true)
    expect(await readCursors(everyTenant, 'held')).toEqual(cursors)

    await sql`update audit_receivers set held_until = held_until - make_interval(secs => ${heldSeconds}) where name = 'held'`.execute(
      server.owner,
    )
    expect(await holdReceiver(everyTenant, other)).toBe(true)
    expect(await moveCursors(everyTenant, held, new Map([[1, 6]]))).toBe(false)
    await releaseReceiver(everyTenant, other)
    expect(await holdReceiver(everyTenant, held)).toBe(true)
    expect(await readCursors(everyTenant, 'held')).toEqual(cursors)
  })
})
