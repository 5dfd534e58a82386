import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { removeFinishedRollOuts } from './roll-outs.repository.ts'

// Which tenants follow a change now, chosen with the change itself; both tenants would follow at once.

interface Job {
  readonly tenant: string
  readonly state: string
  readonly due: string
}

const inAWeek = ({ clock }: TestApp) => new Date(clock.now().getTime() + 7 * 86_400_000).toISOString()

describe.each(databases)('chosen tenants, on $name', (kind) => {
  let server: TestApp
  let admin: Client
  let round = 0
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin', 'super.test')
    for (const host of ['north.test', 'south.test'] as const) {
      const client = await server.as('admin', host)
      await client.send('POST', 'importmetrics', { metrictemplates: ['disk'] }, whatever)
    }
  })
  beforeEach(async () => {
    // The clock may have passed the end of the session.
    admin = await server.as('admin', 'super.test')
    await sql`update roll_out_jobs set state = 'waiting', due = at from roll_outs where id = roll_out_id and state <> 'done'`.execute(
      server.owner,
    )
    await server.runRollOuts()
  })
  afterAll(() => server.close())

  async function changeDisk(
    query: Readonly<Record<string, string>>,
    changes: object = { description: `Round ${++round}` },
  ) {
    const { package: _, ...template } = (await admin.send('GET', 'metrictemplates/disk')).body
    return admin.send('PUT', `metrictemplates?${new URLSearchParams(query)}`, { ...template, ...changes }, whatever)
  }
  const newest = async (): Promise<{ id: number; tenants: Job[] }> => {
    const [{ id }] = (await admin.send('GET', 'rollouts')).body
    return (await admin.send('GET', `rollouts/${id}`)).body
  }
  const seenIn = async (host: Host) =>
    (await (await server.as('admin', host)).send('GET', 'metric/disk')).body.description

  test('a canary follows now, and the others at the chosen time', async () => {
    const others_due = inAWeek(server)
    const before = await seenIn('south.test')
    const dry = await changeDisk(
      { tenants_now: 'NORTH', others_due, dry_run: 'true' },
      { description: `Round ${round + 1}` },
    )
    expect(dry.body.groups).toMatchObject([
      { tenant: 'all', kind: 'metrictemplate' },
      { tenant: 'NORTH', kind: 'metric', count: 1, later: true },
      { tenant: 'SOUTH', kind: 'metric', count: 1, later: true },
    ])
    expect((await changeDisk({ tenants_now: 'NORTH', others_due })).status).toBe(200)
    expect(await server.runRollOuts()).toBe(1)
    expect([await seenIn('north.test'), await seenIn('south.test')]).toEqual([`Round ${round}`, before])
    const { id, tenants } = await newest()
    expect(tenants).toMatchObject([
      { tenant: 'NORTH', state: 'done' },
      { tenant: 'SOUTH', state: 'waiting', due: others_due },
    ])
    const { rows } =
      await sql`select actor, action, object_name as name, after from activity where kind = 'rollout' order by number desc limit 1`.execute(
        server.owner,
      )
    expect(rows).toEqual([
      { actor: 'admin', action: 'add', name: `Roll-out ${id}`, after: { tenants_now: ['NORTH'], others_due } },
    ])
    server.clock.pass(7 * 86_400)
    expect(await server.runRollOuts()).toBe(1)
    expect(await seenIn('south.test')).toBe(`Round ${round}`)
  })

  test('without a time, the others are paused', async () => {
    expect((await changeDisk({ tenants_now: 'SOUTH' })).status).toBe(200)
    expect((await newest()).tenants).toMatchObject([
      { tenant: 'NORTH', state: 'paused' },
      { tenant: 'SOUTH', state: 'waiting' },
    ])
    // A later change for all waits for the paused one.
    expect((await changeDisk({})).status).toBe(200)
    await server.runRollOuts()
    expect((await newest()).tenants).toMatchObject([
      { tenant: 'NORTH', state: 'waiting' },
      { tenant: 'SOUTH', state: 'done' },
    ])
  })

  test('a tenant is reverted after a dry run, keeps its own values, and follows again', async () => {
    const north = await server.as('admin', 'north.test')
    const config = async () => (await north.send('GET', 'metric/disk')).body.config
    const extra = [{ key: 'extra', value: 'usual' }]
    const { config: former } = (await admin.send('GET', 'metrictemplates/disk')).body
    expect((await changeDisk({}, { config: [...former, ...extra] })).status).toBe(200)
    const { group } = (await north.send('GET', 'metric/disk')).body
    const own = [...former, { key: 'extra', value: 'own' }]
    expect((await north.send('PUT', 'metric', { name: 'disk', group, config: own }, whatever)).status).toBe(200)

    const { id } = await newest()
    const revert = (query = '', headers: Record<string, string> = whatever, tenant = 'NORTH') =>
      admin.send('POST', `rollouts/${id}/revert${query}`, { tenant }, headers)
    const dry = await revert('?dry_run=true')
    expect(dry.body.groups).toMatchObject([{ tenant: 'NORTH', kind: 'metric', action: 'change', count: 1 }])
    expect(await config()).toEqual(own)
    expect((await revert('', {})).status).toBe(428)
    expect((await revert('', { 'if-preview-match': 'other' })).status).toBe(412)
    const statements = await server.statements(async () => {
      expect((await revert('', { 'if-preview-match': dry.body.preview })).status).toBe(200)
    })
    // Other writes of the super-tenant do not wait while it waits for the tenant.
    const placeOf = (pattern: RegExp) => statements.findIndex((text) => pattern.test(text))
    expect(placeOf(/pg_advisory_xact_lock/)).toBeGreaterThan(-1)
    expect(placeOf(/insert into activity[\s\S]*as event \(/)).toBeGreaterThan(placeOf(/pg_advisory_xact_lock/))
    expect(await config()).toEqual(former)
    expect((await newest()).tenants).toMatchObject([
      { tenant: 'NORTH', state: 'reverted', reverted_by: 'admin', reverted_at: server.clock.now().toISOString() },
      { tenant: 'SOUTH', state: 'done', reverted_by: '', reverted_at: null },
    ])
    const { rows } = await sql`
      select distinct on (tenant.name collate "C") tenant.name as tenant, kind, actor, object_name as name
      from activity as logged join tenants as tenant on tenant.id = logged.tenant_id
      where tenant.name in ('NORTH', 'all') order by tenant.name collate "C", logged.number desc`.execute(server.owner)
    expect(rows).toEqual([
      { tenant: 'NORTH', kind: 'metric', actor: 'admin (super-tenant)', name: 'disk' },
      { tenant: 'all', kind: 'rollout', actor: 'admin', name: `Roll-out ${id} in NORTH` },
    ])
    // It does not run by itself.
    expect(await server.runRollOuts()).toBe(0)
    await admin.send('POST', `rollouts/${id}/jobs`, { tenants: ['NORTH'], action: 'run' })
    expect(await server.runRollOuts()).toBe(1)
    expect(await config()).toEqual(own)
    expect((await changeDisk({}, { config: former })).status).toBe(200)
  })

  test('only the last roll-out that a tenant has followed can be reverted', async () => {
    await changeDisk({})
    const { id } = await newest()
    await changeDisk({})
    const revert = (id: number, tenant: string) => admin.send('POST', `rollouts/${id}/revert`, { tenant }, whatever)
    const later = await revert(id, 'NORTH')
    expect([later.status, later.body.detail]).toEqual([
      409,
      `NORTH has followed roll-out ${id + 1} since. Revert that one first.`,
    ])
    for (const tenant of ['EAST', 'NOWHERE', 'all']) {
      const refused = await revert(id, tenant)
      expect([refused.status, refused.body.fields]).toEqual([
        400,
        { tenant: 'Must be a tenant that has followed the roll-out' },
      ])
    }
    expect((await revert(999_999, 'NORTH')).status).toBe(404)
    expect((await revert(id + 1, 'NORTH')).status).toBe(200)
    expect((await revert(id + 1, 'NORTH')).status).toBe(400)
    expect((await revert(id, 'NORTH')).status).toBe(200)
    // Reverted jobs run in order.
    await admin.send('POST', `rollouts/${id + 1}/jobs`, { tenants: ['NORTH'], action: 'run' })
    expect(await server.runRollOuts()).toBe(2)
    expect(await seenIn('north.test')).toBe(`Round ${round}`)
  })

  test('a roll-out is removed 90 days after the last tenant has followed it, and not while a job is open', async () => {
    await changeDisk({})
    const done = await newest()
    await changeDisk({ tenants_now: 'NORTH' })
    await server.runRollOuts()
    const open = await newest()
    const kept = async () => {
      await removeFinishedRollOuts(server.tenancy, server.clock.now())
      const { rows } = await sql<{ id: number }>`select id from roll_outs where id >= ${done.id} order by id`.execute(
        server.owner,
      )
      return rows.map(({ id }) => id)
    }
    server.clock.pass(90 * 86_400)
    expect(await kept()).toEqual([done.id, open.id])
    server.clock.pass(1)
    expect(await kept()).toEqual([open.id])
    await sql`update roll_out_jobs set state = 'waiting' where roll_out_id = ${open.id} and state <> 'done'`.execute(
      server.owner,
    )
    await server.runRollOuts()
    expect(await kept()).toEqual([open.id])
    server.clock.pass(90 * 86_400 + 1)
    expect(await kept()).toEqual([])
  })

  test('a change that tenants follow at once is listed with its tenants', async () => {
    expect((await changeDisk({})).status).toBe(200)
    expect((await newest()).tenants).toMatchObject([
      { tenant: 'NORTH', state: 'done' },
      { tenant: 'SOUTH', state: 'done' },
    ])
    expect(await seenIn('north.test')).toBe(`Round ${round}`)
  })

  const notConcerned = 'Must be a tenant that the change concerns'
  test.each([
    ['a tenant that does not exist', { tenants_now: 'NOWHERE' }, { 'tenants_now.0': notConcerned }],
    ['a tenant without such metrics', { tenants_now: 'EAST' }, { 'tenants_now.0': notConcerned }],
    ['no name', { tenants_now: '' }, { tenants_now: 'Required' }],
    ['a time alone', { others_due: '2040-01-01T00:00:00Z' }, { others_due: 'Only with chosen tenants (tenants_now)' }],
    [
      'a time that has passed',
      { tenants_now: 'NORTH', others_due: '2001-01-01T00:00:00Z' },
      { others_due: 'Must be in the future' },
    ],
    [
      'a time in many years',
      { tenants_now: 'NORTH', others_due: '2999-01-01T00:00:00Z' },
      { others_due: 'Must be within 365 days' },
    ],
  ])('is refused: %s', async (_, query, fields) => {
    const { id } = await newest()
    const refused = await changeDisk(query)
    expect([refused.status, refused.body.fields]).toEqual([400, fields])
    expect((await newest()).id).toBe(id)
  })

  test('is refused for changes that no tenant follows', async () => {
    const tag = { name: `tag-${++round}`, metrics: [] }
    const refused = [
      await changeDisk({ tenants_now: 'NORTH' }, {}),
      await admin.send('POST', 'metrictags?tenants_now=NORTH', tag, whatever),
    ]
    expect(refused.map(({ body }) => body.fields)).toEqual(refused.map(() => ({ 'tenants_now.0': notConcerned })))
    const other = await admin.send('DELETE', 'packages/disk-probes-1.0.0?tenants_now=NORTH', undefined, whatever)
    expect(other.status).toBe(400)
    expect(other.body.detail).toContain('tenants_now')
  })
})
