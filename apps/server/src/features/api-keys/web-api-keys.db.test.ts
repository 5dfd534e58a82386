import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { webApiToken } from '#test/seed.ts'
import { type Client, firstTag, startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('API keys of the Web API on $name', (kind) => {
  let server: TestApp
  let admin: Client
  let superAdmin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
    superAdmin = await server.as('admin', 'super.test')
  })
  afterAll(() => server.close())

  const ifMatch = (etag: string) => ({ 'if-match': etag })
  const namesOf = async (who: Client) =>
    (await who.send('GET', 'apikeys')).body.map(({ name }: { name: string }) => name)
  const revoked = ({ id, tenant, name, used_by }: { id: number; tenant: string; name: string; used_by: string }) => ({
    id,
    tenant,
    name,
    used_by,
    revoked: true,
  })
  const activityOf = async (tenant: string, name: string) =>
    (await server.tenant(tenant))
      .selectFrom('activity')
      .select(['action', 'actor'])
      .where('kind', '=', 'apikey')
      .where('object_name', '=', name)
      .orderBy('number')
      .execute()

  test('are visible to the tenant; a combined one also sees those that it reads its feeding tenants with', async () => {
    expect(await namesOf(admin)).toEqual(expect.arrayContaining(['WEB-API-NORTH', 'WEB-API-NORTH-RO']))
    expect(await namesOf(admin)).not.toContain('WEB-API-SOUTH-RO')
    const combine = async (combined: boolean) => {
      const tenants = server.owner.updateTable('tenants').where('name', '=', 'NORTH')
      await tenants.set({ combined, combined_from: combined ? ['SOUTH'] : [] }).execute()
      // The list of tenants is cached for a minute.
      server.clock.pass(61)
    }
    await combine(true)
    const names = await namesOf(admin)
    expect(names).toContain('WEB-API-SOUTH-RO')
    expect(names).not.toContain('WEB-API-SOUTH')
    expect(names).not.toContain('SOUTH')
    expect((await admin.send('GET', 'apikeys/WEB-API-SOUTH-RO')).body.tenant).toBe('SOUTH')
    expect((await admin.send('POST', 'apikeys/WEB-API-SOUTH-RO/reveal')).status).toBe(403)
    await combine(false)
    expect((await admin.send('GET', 'apikeys/WEB-API-SOUTH-RO')).status).toBe(404)
  })

  test('cannot be added, revoked, deleted or revealed in a tenant', async () => {
    const { body } = await admin.send('GET', 'apikeys/WEB-API-NORTH')
    expect(body).toMatchObject({ used_by: 'webapi', tenant: 'NORTH' })
    for (const [method, path, sent, detail] of [
      ['POST', 'apikeys', { name: 'WEB-API-NORTH', used_by: 'webapi' }, 'You do not have permission to add API keys'],
      ['PUT', 'apikeys', revoked(body), 'You do not have permission to change API keys'],
      ['DELETE', 'apikeys/webapi_WEB-API-NORTH', undefined, 'You do not have permission to delete web API keys'],
      ['POST', 'apikeys/WEB-API-NORTH/reveal', undefined, 'You do not have permission to view tokens of web API keys'],
    ] as const) {
      const answer = await admin.send(method, path, sent, ifMatch('*'))
      expect([answer.status, answer.body.detail], `${method} ${path}`).toEqual([403, detail])
      expect(JSON.stringify(answer.body)).not.toContain(webApiToken('NORTH'))
    }
    expect(await activityOf('NORTH', 'WEB-API-NORTH')).toEqual([])
  })

  test("are managed by the super-tenant, each with its tenant; it never sees the tenants' own keys", async () => {
    const names = await namesOf(superAdmin)
    expect(names).toEqual([
      'all',
      'WEB-API-ADMIN',
      'WEB-API-NORTH',
      'WEB-API-NORTH-RO',
      'WEB-API-SOUTH',
      'WEB-API-SOUTH-RO',
    ])
    const { body } = await superAdmin.send('GET', 'apikeys/WEB-API-SOUTH')
    expect(body.tenant).toBe('SOUTH')
    const { body: revealed } = await superAdmin.send('POST', 'apikeys/WEB-API-SOUTH/reveal')
    expect(revealed).toEqual({ token: webApiToken('SOUTH') })
    expect(await activityOf('SOUTH', 'WEB-API-SOUTH')).toMatchObject([
      { action: 'reveal', actor: 'admin (super-tenant)' },
    ])
    expect((await superAdmin.send('GET', 'apikeys/NORTH')).status).toBe(404)
    expect((await superAdmin.send('POST', 'apikeys/NORTH/reveal')).status).toBe(404)
  })

  test('stop working when they are revoked there; a new one with the same name replaces it', async () => {
    const { body } = await superAdmin.send('GET', 'apikeys/WEB-API-SOUTH-RO')
    expect((await superAdmin.send('PUT', 'apikeys', revoked(body), ifMatch(firstTag(body)))).body.revoked).toBe(true)
    const headers = { profiles: '[CORE]' }
    const repos = () => server.box('box-SOUTH', 'south.test').send('GET', '/api/v2/repos/rocky9', undefined, headers)
    expect((await repos()).status).toBe(502)
    const token = 'a-new-token-of-the-web-api'
    const added = await superAdmin.send('POST', 'apikeys', { name: 'WEB-API-SOUTH-RO', used_by: 'webapi', token })
    expect([added.status, added.body.tenant, added.body.token]).toEqual([201, 'SOUTH', token])
    const { body: versions } = await superAdmin.send('GET', 'tenantversion/apikey/WEB-API-SOUTH-RO')
    expect(versions.map(({ comment }: { comment: string }) => comment)).toEqual(['Initial version.'])
    const { status } = await superAdmin.send(
      'DELETE',
      'apikeys/webapi_WEB-API-SOUTH-RO',
      undefined,
      ifMatch(firstTag(added.body)),
    )
    expect(status).toBe(204)
    expect(await namesOf(await server.as('admin', 'south.test'))).toContain('WEB-API-SOUTH-RO')
  })

  const form = 'Name must have the form WEB-API-<tenant_name> or WEB-API-<tenant_name>-RO'
  const nobody = (tenant: string) =>
    `There is no tenant ${tenant} that would use a key of this name; capital letters count`

  test.each([
    ['WEB-API-', form],
    ['NORTH', form],
    ['WEB-API-NO RTH', form],
    ['WEB-API-NORTH\u202e', form],
    ['WEB-API-NOWHERE', nobody('NOWHERE')],
    ['WEB-API-NOWHERE-RO', nobody('NOWHERE')],
    ['WEB-API-north', nobody('north')],
    ['WEB-API-NORTH-RW', nobody('NORTH-RW')],
    ['WEB-API-all', 'The key of the super-tenant is called WEB-API-ADMIN'],
  ])('%j is not a name for one, with a reason', async (name, why) => {
    const result = refusal(await superAdmin.send('POST', 'apikeys', { name, used_by: 'webapi' }))
    expect(result).toMatchObject({ code: 'invalid_input', fields: { name: why } })
    expect(result.detail).toContain(why)
  })

  test('of several tenants are revoked at once with an own one, all or none, in the same number of statements', async () => {
    const addKey = async (name: string) =>
      expect((await superAdmin.send('POST', 'apikeys', { name, used_by: 'poem' })).status).toBe(201)
    for (const name of ['many-1', 'many-2', 'many-3']) await addKey(name)
    const send = (keys: readonly string[], preview?: string) =>
      superAdmin.send(
        'POST',
        `revokeapikeys${preview === undefined ? '?dry_run=true' : ''}`,
        { keys },
        preview === undefined ? {} : { 'if-preview-match': preview },
      )
    const keys = ['many-1', 'WEB-API-SOUTH', 'WEB-API-NORTH-RO']
    const { body: preview } = await send(keys)
    expect(preview.changes.map(({ name }: { name: string }) => name).toSorted()).toEqual(keys.toSorted())
    expect((await send(keys, 'another')).status).toBe(412)
    expect((await send([...keys, 'nobodys'], '*')).body.detail).toBe('API key nobodys not found.')
    expect((await superAdmin.send('GET', 'apikeys/many-1')).body.revoked).toBe(false)
    const several = await server.statements(() => send(keys, preview.preview))
    expect((await superAdmin.send('GET', 'apikeys/WEB-API-SOUTH')).body.revoked).toBe(true)
    const { body: versions } = await superAdmin.send('GET', 'tenantversion/apikey/WEB-API-SOUTH')
    expect(versions.map(({ comment }: { comment: string }) => comment)).toContain('Changed revoked.')
    expect((await activityOf('SOUTH', 'WEB-API-SOUTH')).at(-1)).toEqual({
      action: 'change',
      actor: 'admin (super-tenant)',
    })
    expect((await send(keys, '*')).body.fields).toEqual({ keys: 'many-1 is revoked already' })
    const fewer = await server.statements(() => send(['many-2'], '*'))
    expect(several.length - fewer.length).toBeLessThan(4)
    const refused = await admin.send('POST', 'revokeapikeys', { keys: ['WEB-API-NORTH'] }, { 'if-preview-match': '*' })
    expect(refused.status).toBe(403)
  })
})
