import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredEndpoints } from '#test/declared.ts'
import { hostOf } from '#test/endpoint-calls.ts'
import { isOfSession, nameOf, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { startTestApp, type TestApp, whatever } from '#test/test-app.ts'

describe.each(databases)('the actor of a write on $name', (kind) => {
  let server: TestApp
  let sampled: Sampled
  beforeAll(async () => {
    server = await startTestApp(kind)
    sampled = await addSampled(server)
  })
  afterAll(() => server.close())

  test('of the super-tenant is told apart from a user of the tenant with the same name', async () => {
    const [root, own] = [await server.as('admin', 'super.test'), await server.as('admin')]
    const tenant = await server.tenant('NORTH')
    const actorsOf = async (object: string) => {
      const rows = tenant.selectFrom('activity').select('actor').where('object_name', '=', object).orderBy('number')
      return (await rows.execute()).map(({ actor }) => actor)
    }
    expect((await root.send('POST', 'apikeys/WEB-API-NORTH-RO/reveal')).status).toBe(200)
    expect(await actorsOf('WEB-API-NORTH-RO')).toEqual(['admin (super-tenant)'])
    expect((await own.send('POST', 'apikeys', { name: 'of-north', used_by: 'poem' })).status).toBe(201)
    expect(await actorsOf('of-north')).toEqual(['admin'])
  })

  test('is recorded by every endpoint, also if it is a machine with an API key', async () => {
    const writes = declaredEndpoints(server.app)
      .filter(({ method, path }) => method !== 'GET' && !isOfSession(path))
      .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
    const done = new Set<string>()
    for (const endpoint of writes) {
      const host = hostOf(endpoint)
      const samples = samplesFor(sampled.profileOf('north.test'), { username: 'admin' }, sampled.idsAt.get(host))
      const { path, body, headers } = sampleFor(samples, endpoint)
      const isMachine = endpoint.caller === 'api-key'
      const client = isMachine ? server.box('box-NORTH', host) : await server.as('admin', host)
      const write = path.replace('?dry_run=true', '')
      const { status } = await client.send(endpoint.method, write, body, { ...whatever, ...headers })
      if (status < 300) done.add(nameOf(endpoint))
    }
    expect(done.size).toBeGreaterThan(20)
    const { rows: actors } = await sql<{ actor: string }>`
      select actor from activity union select author from versions
    `.execute(server.owner)
    const names = actors.map(({ actor }) => actor)
    // The sampled objects contain a submission of each tenant's boxes.
    expect(names).toEqual(expect.arrayContaining(['admin', 'API key NORTH', 'API key SOUTH']))
    expect(names).not.toContain('')
  })
})
