import { bothDatabases } from '@quatrain/platform/testing/databases.ts'
import { eventually } from '@quatrain/platform/testing/eventually.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aWrite, expectDone, expectNoEffect, openIntents, storesOf } from '#test/two-stores.ts'

describe.each(bothDatabases)('recovery on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())
  afterEach(async () => {
    server.webApi.recover()
    await server.recoverWrites()
    expect(await openIntents(server)).toEqual([])
  })

  const profileBody = (name: string, description: string) => ({
    name,
    groupname: 'operations',
    description,
    services: [{ service: 's', metric: 'disk' }],
  })

  test('ignores recent intents', async () => {
    const write = await aWrite(server, 'add')
    server.webApi.behave({ kind: 'drop', carryOut: true }, 'POST')
    await write.send()
    server.webApi.recover()
    expect(await server.recoverWrites(60)).toBe(0)
    expect(await openIntents(server, write.name)).toHaveLength(1)
    expect(await server.recoverWrites()).toBe(1)
    await expectNoEffect(server, write)
  })

  test('runs for each intent in one of several processes', async () => {
    const writes = await Promise.all(Array.from({ length: 3 }, () => aWrite(server, 'delete')))
    server.webApi.behave({ kind: 'drop', carryOut: false }, 'DELETE')
    for (const write of writes) await write.send()
    server.webApi.recover()
    await sql`update intents set held_at = held_at - interval '1 hour'`.execute(server.owner)
    const [left, right] = await Promise.all([server.recoverWrites(60), server.recoverWrites(60)])
    expect((left ?? 0) + (right ?? 0)).toBe(3)
    for (const write of writes) await expectDone(server, write)
  })

  test('leaves an intent alone that another process has taken over since it was listed', async () => {
    const writes = [await aWrite(server, 'delete'), await aWrite(server, 'delete')]
    server.webApi.behave({ kind: 'drop', carryOut: false }, 'DELETE')
    for (const write of writes) await write.send()
    server.webApi.recover()
    await sql`update intents set held_at = held_at - interval '1 hour'`.execute(server.owner)
    const waiting: PromiseWithResolvers<void>[] = []
    const before = () => {
      const call = Promise.withResolvers<void>()
      waiting.push(call)
      return call.promise
    }
    const isWaiting = (calls: number) => eventually(() => expect(waiting).toHaveLength(calls))
    server.webApi.behave({ kind: 'wait', before }, 'DELETE')
    // The first has listed both and works on one, when the second takes the other over.
    const first = server.recoverWrites(60)
    await isWaiting(1)
    const second = server.recoverWrites(60)
    await isWaiting(2)
    waiting[0]?.resolve()
    expect(await first).toBe(1)
    waiting[1]?.resolve()
    expect(await second).toBe(1)
    expect(waiting).toHaveLength(2)
    for (const write of writes) await expectDone(server, write)
  })

  test('continues if the Web API refuses one, and stores the reason', async () => {
    const [stuck, other] = [await aWrite(server, 'change'), await aWrite(server, 'delete')]
    server.webApi.behave({ kind: 'drop', carryOut: true }, 'PUT')
    server.webApi.behave({ kind: 'drop', carryOut: false }, 'DELETE')
    await stuck.send()
    await other.send()
    server.webApi.recover()
    server.webApi.behave({ kind: 'refuse', status: 422, details: 'Not that.' }, 'PUT')
    expect(await server.recoverWrites()).toBe(1)
    await expectDone(server, other)
    const north = await server.tenant('NORTH')
    const [left] = await north.selectFrom('intents').select(['key', 'last_error']).execute()
    expect(left).toEqual({ key: stuck.name, last_error: 'Not that.' })
    server.webApi.recover()
    expect(await server.recoverWrites()).toBe(1)
    await expectNoEffect(server, stuck)
  })

  test('completes a delete in the name of its author, even if that user was deleted', async () => {
    const member = await server.as('member')
    const name = 'left by a member'
    const { body, etag = '' } = await member.send('POST', 'metricprofiles', profileBody(name, ''))
    server.webApi.behave({ kind: 'drop', carryOut: true }, 'DELETE')
    const path = `metricprofiles/${body.apiid}`
    expect((await member.send('DELETE', path, undefined, { 'if-match': etag })).status).toBe(502)
    server.webApi.recover()
    const north = await server.tenant('NORTH')
    await north.deleteFrom('users').where('username', '=', 'member').execute()
    expect(await server.recoverWrites()).toBe(1)
    const rows = await north
      .selectFrom('activity')
      .select(['action', 'actor', 'request_id', 'address'])
      .where('object_name', '=', name)
      .where('kind', '=', 'metricprofile')
      .orderBy('number')
      .execute()
    expect(rows).toEqual([
      { action: 'add', actor: 'member', request_id: expect.any(String), address: '127.0.0.1' },
      { action: 'delete', actor: 'member', request_id: expect.any(String), address: '127.0.0.1' },
    ])
    expect(rows[1]?.request_id).not.toBe(rows[0]?.request_id)
    const versions = await (await server.as('admin')).send('GET', `tenantversion/metricprofile/${name}`)
    expect(versions.body).toHaveLength(1)
  })

  test('recovers each tenant’s writes in that tenant', async () => {
    const south = await server.as('admin', 'south.test')
    const body = profileBody('of the south', '')
    server.webApi.behave({ kind: 'drop', carryOut: true }, 'POST')
    expect((await south.send('POST', 'metricprofiles', body)).status).toBe(502)
    server.webApi.recover()
    expect((await (await server.as('admin')).send('POST', 'metricprofiles', body)).status).toBe(201)
    expect(await server.recoverWrites()).toBe(1)
    const there = await south.send('GET', '/api/v2/webapi/metric_profiles')
    expect(there.body.data).toEqual([])
    expect((await storesOf(server, 'of the south')).theirs).toHaveLength(1)
    expect((await south.send('POST', 'metricprofiles', body)).status).toBe(201)
  })
})
