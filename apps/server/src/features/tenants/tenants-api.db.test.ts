import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenancyOf } from '#request/tenancy/tenancy.ts'
import { anIdentityProvider } from '#test/stored-samples.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { deleteTenantAs } from './delete-tenant.service.ts'
import type { Operator } from './operator.ts'
import { addSuperuser } from './superusers.service.ts'
import { addTenant } from './tenants.service.ts'

describe.each(databases)('tenants over HTTP on $name', (kind) => {
  let server: TestApp
  let operator: Operator
  beforeAll(async () => {
    server = await startTestApp(kind)
    operator = { tenancy: server.tenancy, now: server.clock.now, name: 'root (command line)' }
    const services = ['disk', 'web.tls'].map((metric) => ({ service: 's', metric }))
    const profile = { name: 'imports', groupname: 'operations', description: '', services }
    expect((await (await server.as('admin')).send('POST', 'metricprofiles', profile)).status).toBe(201)
  })
  afterAll(() => server.close())

  const admin = () => server.as('admin', 'super.test')
  const read = async (name: string) => (await admin()).send('GET', `tenants/${encodeURIComponent(name)}`)
  const list = async () => (await admin()).send('GET', 'tenants')
  const add = (name: string, combinedFrom: readonly string[] = []) => addTenant(operator, { name, combinedFrom })

  async function remove(name: string, { query = '', etag }: { query?: string; etag?: string } = {}) {
    const ifMatch = etag ?? (await read(name)).etag ?? '*'
    return (await admin()).send('DELETE', `tenants/${name}${query}`, undefined, { 'if-match': ifMatch })
  }

  test('members of the super-tenant see all of them with the numbers of their objects, including its own entry', async () => {
    const { status, body } = await (await server.as('member', 'super.test')).send('GET', 'tenants')
    expect(status).toBe(200)
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['all', 'NORTH', 'SOUTH'])
    expect(body[0]).toMatchObject({ schema_name: 'public', nr_metrics: 6, nr_probes: 2, combined: false })
    expect(body[1]).toMatchObject({ schema_name: 'north', domain_url: 'north.test', nr_metrics: 2, nr_probes: 2 })
    expect(body[2]).toMatchObject({ nr_metrics: 0, nr_probes: 0 })
    expect(body[1]).not.toHaveProperty('rowVersion')
    expect((await read('NORTH')).body).toEqual(body[1])
    for (const path of ['tenants', 'tenants/NORTH']) {
      expect((await (await server.as('admin')).send('GET', path)).status).toBe(404)
      expect((await server.browser('super.test').send('GET', path)).status).toBe(401)
    }
  })

  test('an identity provider and a key are added to a tenant of another process at once, and not to one it deleted', async () => {
    const elsewhere: Operator = { ...operator, tenancy: tenancyOf(server.database, server.clock.now) }
    await server.tenancy.tenants()
    await addTenant(elsewhere, { name: 'FRESH' })
    const all = await admin()
    const addProvider = (name: string) =>
      all.send('POST', 'identityproviders', {
        ...anIdentityProvider,
        group_rules: [],
        tenant: 'FRESH',
        name,
        client_secret: 's',
      })
    expect(await addProvider('Campus')).toMatchObject({ status: 201, body: { tenant: 'FRESH' } })
    expect((await all.send('GET', 'identityproviders/FRESH: Campus')).body).toMatchObject({ name: 'Campus' })
    const key = await all.send('POST', 'apikeys', {
      name: 'WEB-API-FRESH-RO',
      used_by: 'webapi',
      token: 'of-the-web-api',
    })
    expect(key).toMatchObject({ status: 201 })
    await deleteTenantAs(elsewhere, 'FRESH')
    expect(await addProvider('Second')).toMatchObject({
      status: 400,
      body: { fields: { tenant: 'There is no tenant FRESH here' } },
    })
  })

  test('the list takes the same number of statements for any number of tenants', async () => {
    const sent = async () => (await server.statements(list)).filter((statement) => !statement.startsWith('set ')).length
    await sent()
    const few = await sent()
    for (const name of ['M1', 'M2', 'M3']) await add(name)
    expect(await sent()).toBe(few)
    expect(few).toBe(1)
    for (const name of ['M1', 'M2', 'M3']) await remove(name)
  })

  test('a name with blanks can be written with underscores', async () => {
    await server.owner.updateTable('tenants').set({ name: 'FAR SOUTH' }).where('name', '=', 'SOUTH').execute()
    for (const name of ['FAR SOUTH', 'FAR_SOUTH']) expect((await read(name)).body).toMatchObject({ name: 'FAR SOUTH' })
    await server.owner.updateTable('tenants').set({ name: 'SOUTH' }).where('name', '=', 'FAR SOUTH').execute()
    expect(await read('FAR_SOUTH')).toMatchObject({ status: 404, body: { detail: 'Tenant not found.' } })
  })

  test('a dry run of a delete lists what it removes, and removes nothing', async () => {
    await add('GOING')
    await addSuperuser(operator, 'GOING', {
      username: 'ann',
      email: '',
      firstName: '',
      lastName: '',
      passwordHash: 'x',
    })
    const info = 'No file of its data is kept, because QUATRAIN_TENANT_FILES is not set on the server.'
    const preview = await remove('GOING', { query: '?dry_run=true' })
    const deleted = 'Deleted with it: 1 metric, 0 metric profiles, 1 user, 5 groups and 0 API keys.'
    expect(preview).toMatchObject({ status: 200, body: { notices: { deleted, info } } })
    expect(preview.body.changes).toEqual([
      expect.objectContaining({ tenant: 'all', kind: 'tenant', name: 'GOING', action: 'delete', after: null }),
    ])
    expect((await read('GOING')).status).toBe(200)

    expect(await remove('GOING')).toMatchObject({ status: 200, body: { deleted } })
    expect((await read('GOING')).status).toBe(404)
    const { body } = await (await admin()).send('GET', 'version/tenant/GOING')
    expect(body).toEqual([expect.objectContaining({ comment: 'Initial version.', user: 'root (command line)' })])
    const log = (await server.tenant('all')).selectFrom('activity').select(['action', 'kind', 'object_name', 'actor'])
    expect(await log.orderBy('number', 'desc').limit(1).executeTakeFirst()).toEqual({
      action: 'delete',
      kind: 'tenant',
      object_name: 'GOING',
      actor: 'admin',
    })
  })

  test('only superusers delete, and only the current version', async () => {
    const member = await server.as('member', 'super.test')
    expect((await member.send('DELETE', 'tenants/SOUTH', undefined, { 'if-match': '*' })).status).toBe(403)
    expect((await (await server.as('admin')).send('DELETE', 'tenants/SOUTH')).status).toBe(404)
    expect((await (await admin()).send('DELETE', 'tenants/SOUTH')).status).toBe(428)
    expect((await remove('SOUTH', { etag: expect.stringMatching(/-77"$/) })).status).toBe(412)
    expect((await remove('NOWHERE')).status).toBe(404)
    expect((await read('SOUTH')).status).toBe(200)
  })

  test('neither the super-tenant nor one that feeds another can be deleted', async () => {
    expect(await remove('all')).toMatchObject({ status: 403, body: { detail: 'You cannot delete public schema!' } })
    await add('PART')
    await add('WHOLE', ['PART'])
    expect(await remove('PART')).toMatchObject({
      status: 409,
      body: { code: 'in_use', detail: 'The tenant PART feeds the combined tenant WHOLE.' },
    })
    expect((await read('WHOLE')).body).toMatchObject({ combined: true, combined_from: ['PART'] })
    for (const name of ['WHOLE', 'PART']) expect((await remove(name)).status).toBe(200)
  })

  test('a delete takes the same number of statements whatever the tenant has', async () => {
    await add('SMALL')
    await add('LARGE')
    await (await server.tenant('LARGE'))
      .insertInto('groups')
      .values(Array.from({ length: 300 }, (_, index) => ({ kind: 'reports' as const, name: `g${index}` })))
      .execute()
    const sent = async (name: string) => {
      const { etag } = await read(name)
      return (await server.statements(() => remove(name, { etag: etag ?? '' }))).length
    }
    const few = await sent('SMALL')
    expect(await sent('LARGE')).toBe(few)
    expect(few).toBeLessThanOrEqual(14)
  })

  test('its users and boxes lose access at once, and others are not affected', async () => {
    const [client, box] = [await server.as('admin', 'south.test'), server.box('box-SOUTH', 'south.test')]
    expect((await client.send('GET', 'metricprofiles')).status).toBe(200)
    expect((await box.send('GET', '/api/v2/metrics')).status).toBe(200)

    const profile = { groupname: 'operations', description: '', services: [{ service: 's', metric: 'disk' }] }
    const busy = (name: string) => client.send('POST', 'metricprofiles', { ...profile, name })
    const north = await server.as('admin', 'north.test')
    const [gone, ...others] = await Promise.all([
      remove('SOUTH'),
      north.send('POST', 'metricprofiles', { ...profile, name: 'meanwhile' }),
      north.send('GET', 'metric'),
      ...['a', 'b', 'c', 'd'].map(busy),
    ])
    expect(gone?.status).toBe(200)
    expect(others.slice(0, 2).map((answer) => answer.status)).toEqual([201, 200])
    for (const { status } of others.slice(2)) expect([201, 401, 404]).toContain(status)

    const nobody = { status: 404, body: { detail: 'There is no tenant at this address.' } }
    expect(await client.send('GET', 'metricprofiles')).toMatchObject(nobody)
    expect(await box.send('GET', '/api/v2/metrics')).toMatchObject(nobody)
    expect((await north.send('GET', 'metricprofiles')).status).toBe(200)
    expect(await server.recoverWrites()).toBe(0)
  })
})
