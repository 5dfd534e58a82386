import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { removeFinishedRollOuts } from './roll-outs.repository.ts'

// Deletes of metric templates by jobs: the metrics go first, tenant by tenant, and the templates last.

interface Named {
  readonly name: string
}

describe.each(databases)('deletes of metric templates by jobs, on $name', (kind) => {
  let server: TestApp
  let admin: Client
  let north: Client
  let south: Client
  let name: string
  let round = 0
  beforeAll(async () => {
    server = await startTestApp(kind, { tenantsAtOnce: 0 })
    admin = await server.as('admin', 'super.test')
    north = await server.as('admin')
    south = await server.as('admin', 'south.test')
  })
  afterAll(() => server.close())

  async function sent(client: Client, method: string, path: string, body?: unknown) {
    const answer = await client.send(method, path, body, whatever)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const read = async (client: Client, path: string) => (await client.send('GET', path)).body
  const has = async (client: Client, path: string) =>
    (await read(client, path)).some((found: Named) => found.name === name)
  const owner = (statement: ReturnType<typeof sql>) => statement.execute(server.owner)
  const drop = (query = '') => sent(admin, 'DELETE', `metrictemplates/${name}${query}`)
  const newest = async () => read(admin, `rollouts/${(await read(admin, 'rollouts'))[0].id}`)
  const states = async () =>
    (await newest()).tenants.map(({ tenant, state }: { tenant: string; state: string }) => `${tenant} ${state}`)
  const act = async (body: object) => sent(admin, 'POST', `rollouts/${(await newest()).id}/jobs`, body)

  /** A template of which both tenants have a metric, NORTH in a metric profile too. */
  beforeEach(async () => {
    await owner(
      sql`update roll_out_jobs set state = 'waiting', due = now() - interval '100 years' where state <> 'done'`,
    )
    await server.runRollOuts()
    round += 1
    name = `brief-${round}`
    const { package: _, id: __, ...template } = await read(admin, 'metrictemplates/disk')
    await sent(admin, 'POST', 'metrictemplates', { ...template, name, cloned_from: '' })
    for (const client of [north, south]) await sent(client, 'POST', 'importmetrics', { metrictemplates: [name] })
    const services = [{ service: 's', metric: name }]
    const profile = { name, groupname: 'operations', description: '', services }
    await sent(north, 'POST', 'metricprofiles', profile)
  })

  test('each tenant keeps its metric until its job runs, and the template is removed after the last', async () => {
    const { groups } = await drop('?dry_run=true')
    const later = { count: 1, next: null, later: true }
    expect(groups).toEqual([
      { tenant: 'NORTH', kind: 'metric', action: 'delete', ...later },
      { tenant: 'NORTH', kind: 'metricprofile', action: 'change', ...later },
      { tenant: 'SOUTH', kind: 'metric', action: 'delete', ...later },
      { tenant: 'all', kind: 'metrictemplate', action: 'delete', ...later },
    ])
    const notices = await sent(admin, 'POST', 'deletetemplates', { metrictemplates: [name] })
    const { id, action, templates, template_count } = await newest()
    const sentence = `Metric template ${name} is being deleted: 2 tenants follow by roll-out ${id}.`
    expect(notices).toEqual({ later: sentence })
    expect({ action, templates, template_count }).toEqual({ action: 'delete', templates: [name], template_count: 1 })
    expect((await read(admin, `metrictemplates/${name}`)).deleted_by).toBe(id)
    const listed = (await read(admin, 'metrictemplates')).find((found: Named) => found.name === name)
    expect([listed.deleted_by, listed.tenant_count]).toEqual([id, 2])

    await act({ tenants: ['SOUTH'], action: 'pause' })
    expect(await server.runRollOuts()).toBe(1)
    expect([await has(north, 'metric'), await has(south, 'metric')]).toEqual([false, true])
    expect((await read(north, `metricprofiles/${name}`)).services).toEqual([])
    expect(await has(admin, 'metrictemplates')).toBe(true)
    expect(await states()).toEqual(['NORTH done', 'SOUTH paused'])
    // A tenant that waits saves as before.
    const { config } = await read(south, `metric/${name}`)
    await sent(south, 'PUT', 'metric', { name, group: 'operations', config })

    await act({ tenants: ['SOUTH'], action: 'run' })
    expect(await server.runRollOuts()).toBe(1)
    expect([await has(south, 'metric'), await has(admin, 'metrictemplates')]).toEqual([false, false])
    expect(await newest()).toMatchObject({ id, templates: [name], jobs: { done: 2 } })
    const { rows } = await owner(sql`
      select tenant.name as tenant, actor, action, kind, object_name as name from activity
      join tenants as tenant on tenant.id = activity.tenant_id
      where (object_name = ${name} or kind = 'rollout' and object_id = ${id}) and action <> 'add' or object_name like ${`Roll-out ${id}:%`}
      order by tenant.name, number`)
    const row = { actor: 'admin' }
    const ofTenant = { actor: 'admin (super-tenant)' }
    expect(rows).toEqual([
      { ...ofTenant, tenant: 'NORTH', action: 'delete', kind: 'metric', name },
      { ...ofTenant, tenant: 'NORTH', action: 'change', kind: 'metricprofile', name },
      { ...row, tenant: 'SOUTH', action: 'change', kind: 'metric', name },
      { ...ofTenant, tenant: 'SOUTH', action: 'delete', kind: 'metric', name },
      {
        ...row,
        tenant: 'all',
        action: 'add',
        kind: 'rollout',
        name: `Roll-out ${id}: delete of metric template ${name}`,
      },
      { ...row, tenant: 'all', action: 'change', kind: 'rollout', name: `Roll-out ${id} in SOUTH` },
      { ...row, tenant: 'all', action: 'change', kind: 'rollout', name: `Roll-out ${id} in SOUTH` },
      { ...row, tenant: 'all', action: 'delete', kind: 'metrictemplate', name },
    ])
  })

  test('while it is being deleted, a template is neither changed, deleted, nor used', async () => {
    await sent(south, 'DELETE', `metric/${name}`)
    await drop()
    const { id } = await newest()
    const detail = `Metric template ${name} is being deleted (roll-out ${id}).`
    const { package: _, deleted_by: __, ...template } = await read(admin, `metrictemplates/${name}`)
    for (const answer of [
      await admin.send('PUT', 'metrictemplates', { ...template, name: 'other' }, whatever),
      await admin.send('DELETE', `metrictemplates/${name}`, undefined, whatever),
      await admin.send('POST', 'deletetemplates', { metrictemplates: ['disk', name] }, whatever),
    ]) {
      expect([answer.status, answer.body.code, answer.body.detail]).toEqual([409, 'in_use', detail])
    }
    expect([await has(south, 'importablemetrics'), await has(south, 'availmetrictemplates')]).toEqual([false, false])
    expect((await sent(south, 'POST', 'importmetrics', { metrictemplates: [name] })).err).toBe(
      `There is no metric template named ${name}.`,
    )
    const profile = { name, groupname: 'operations', description: '', services: [{ service: 's', metric: name }] }
    expect((await south.send('POST', 'metricprofiles', profile, whatever)).status).toBe(400)
    // The tenant that has the metric saves the metric profile with it.
    const { apiid } = await read(north, `metricprofiles/${name}`)
    await sent(north, 'PUT', 'metricprofiles', { ...profile, apiid, description: 'Other' })
    expect(await has(north, 'metric')).toBe(true)
  })

  test('chosen tenants follow now, the others when they are run; a delete is not reverted', async () => {
    await drop('?tenants_now=SOUTH')
    expect(await server.runRollOuts()).toBe(1)
    expect(await states()).toEqual(['NORTH paused', 'SOUTH done'])
    const { id } = await newest()
    const refused = await admin.send('POST', `rollouts/${id}/revert`, { tenant: 'SOUTH' }, whatever)
    expect([refused.status, refused.body.detail]).toEqual([409, 'A delete of metric templates is not reverted.'])
    const wrong = await admin.send('DELETE', `metrictemplates/disk?tenants_now=EAST`, undefined, whatever)
    expect(wrong.body.fields).toEqual({ 'tenants_now.0': 'Must be a tenant that the change concerns' })
  })

  test('an earlier change is reverted after a delete', async () => {
    const changed = `kept-${round}`
    const { package: _, id: __, ...template } = await read(admin, 'metrictemplates/disk')
    const { id } = await sent(admin, 'POST', 'metrictemplates', { ...template, name: changed, cloned_from: '' })
    await sent(north, 'POST', 'importmetrics', { metrictemplates: [changed] })
    await sent(admin, 'PUT', 'metrictemplates', { ...template, id, name: changed, description: 'New' })
    await server.runRollOuts()
    const change = await newest()
    await drop()
    await server.runRollOuts()
    await sent(admin, 'POST', `rollouts/${change.id}/revert`, { tenant: 'NORTH' })
    expect((await read(north, `metric/${changed}`)).description).toBe(template.description)
  })

  test('a delete without tenants is done at once, and its choice of tenants is refused', async () => {
    for (const client of [north, south]) await sent(client, 'DELETE', `metric/${name}`)
    await sent(north, 'DELETE', `metricprofiles/${(await read(north, `metricprofiles/${name}`)).apiid}`)
    const refused = await admin.send('DELETE', `metrictemplates/${name}?tenants_now=NORTH`, undefined, whatever)
    expect(refused.status).toBe(400)
    await drop()
    expect(await has(admin, 'metrictemplates')).toBe(false)
  })

  test('a process that ends after the last job leaves the template to the next round', async () => {
    await drop()
    // It ends after both jobs, before the last step.
    let asked = 0
    expect(await server.runRollOuts(() => ++asked > 2)).toBe(2)
    expect(await states()).toEqual(['NORTH done', 'SOUTH done'])
    expect(await has(admin, 'metrictemplates')).toBe(true)
    server.clock.pass(91 * 86_400)
    await removeFinishedRollOuts(server.tenancy, server.clock.now())
    admin = await server.as('admin', 'super.test')
    north = await server.as('admin')
    south = await server.as('admin', 'south.test')
    expect(await server.runRollOuts()).toBe(0)
    expect(await has(admin, 'metrictemplates')).toBe(false)
  })

  test('a tenant that has a metric after its job gets a job again', async () => {
    await drop()
    let asked = 0
    await server.runRollOuts(() => ++asked > 2)
    // As a server of the release before, which does not know the mark.
    await owner(sql`
      insert into metrics (tenant_id, template_id, template_version_id)
      select tenant.id, template.id, template.current_version_id from metric_templates as template, tenants as tenant
      where template.name = ${name} and tenant.name = 'SOUTH'`)
    expect(await server.runRollOuts()).toBe(1)
    expect([await has(south, 'metric'), await has(admin, 'metrictemplates')]).toEqual([false, false])
  })

  test('one whose last step fails does not hold back later ones, and is tried again', async () => {
    const [stuck, other] = [name, `other-${round}`]
    const { package: _, id: __, ...template } = await read(admin, 'metrictemplates/disk')
    await sent(admin, 'POST', 'metrictemplates', { ...template, name: other, cloned_from: '' })
    await sent(north, 'POST', 'importmetrics', { metrictemplates: [other] })
    await owner(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'Refused.'; end $$`)
    await owner(sql`
      create trigger refuse before delete on metric_templates for each row
      when (old.name = ${sql.lit(stuck)}) execute function refuse()`)
    for (const each of [stuck, other]) await sent(admin, 'DELETE', `metrictemplates/${each}`)
    await server.runRollOuts()
    const remaining = async () => (await read(admin, 'metrictemplates')).map((found: Named) => found.name)
    expect(await remaining()).toContain(stuck)
    expect(await remaining()).not.toContain(other)
    await owner(sql`drop function refuse cascade`)
    await server.runRollOuts()
    expect(await remaining()).not.toContain(stuck)
  })

  // The embedded database has one session.
  test.runIf(kind.name !== 'PGlite')(
    'the delete takes no lock of a tenant, and two processes run its jobs',
    async () => {
      await server.tenancy.everyTenant.transaction().execute(async (db) => {
        await sql`select pg_advisory_xact_lock(hashtext('metric profiles'), id) from tenants where name <> 'all'`.execute(
          db,
        )
        await drop('?dry_run=true')
        await drop()
      })
      const done = await Promise.all([server.runRollOuts(), server.runRollOuts()])
      expect(done.reduce((sum, count) => sum + count)).toBe(2)
      await server.runRollOuts()
      expect(await has(admin, 'metrictemplates')).toBe(false)
      const { rows } = await owner(sql`
      select from activity where object_name = ${name} and kind = 'metrictemplate' and action = 'delete'`)
      expect(rows).toHaveLength(1)
    },
  )
})

describe.each(databases)('a delete of several metric templates, on $name', (kind) => {
  async function deleteTwo(tenantsAtOnce: number) {
    const server = await startTestApp(kind, { tenantsAtOnce })
    onTestFinished(() => server.close())
    const [admin, north] = [await server.as('admin', 'super.test'), await server.as('admin')]
    const metrictemplates = ['disk', 'web.tls']
    expect((await north.send('POST', 'importmetrics', { metrictemplates }, whatever)).status).toBe(200)
    expect((await admin.send('POST', 'deletetemplates', { metrictemplates }, whatever)).status).toBe(200)
    return (await admin.send('GET', 'rollouts')).body
  }

  test('is one roll-out in the list if tenants follow by jobs', async () => {
    const [listed, ...others] = await deleteTwo(0)
    expect(others).toEqual([])
    expect(listed).toMatchObject({ action: 'delete', template_count: 2 })
    expect(listed.templates.toSorted()).toEqual(['disk', 'web.tls'])
  })

  test('is no roll-out if tenants follow at once: nothing is left to run or to revert', async () => {
    expect(await deleteTwo(25)).toEqual([])
  })
})
