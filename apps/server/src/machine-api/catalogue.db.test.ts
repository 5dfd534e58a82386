import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('the catalogue for monitoring boxes on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin', 'super.test')
  })
  afterAll(() => server.close())

  const get = async (path: string) => {
    const url = `/api/v2/${path}`
    const { statusCode, body } = await server.app.inject({
      url,
      headers: { host: 'north.test', 'x-api-key': 'box-NORTH' },
    })
    return { status: statusCode, text: body }
  }

  test('contains every current template with its own configuration and all nine members', async () => {
    const { status, text } = await get('metrictemplates')
    expect(status).toBe(200)
    expect(JSON.parse(text).flatMap(Object.keys)).toEqual([
      'disk',
      'passive',
      'renamed',
      'self.check',
      'web.http',
      'web.tls',
    ])
    expect(text).toContain(
      '{"web.http":{"tags":["CI/CD","web"],"probe":"check_2.0.0","config":{"maxCheckAttempts":"3","timeout":"30",' +
        '"path":"/usr/libexec/probes","interval":"5","retryInterval":"3"},"flags":{"OBSESS":"1"},"dependency":{},' +
        '"attribute":{},"parameter":{"--z":"last first","10":"ten","2":"two","--a":""},"parent":"",' +
        '"docurl":"https://docs.test/2.0.0"}}',
    )
    expect(text).toContain(
      '{"passive":{"tags":[],"probe":"","config":{},"flags":{"PASSIVE":"1"},"dependency":{},"attribute":{},' +
        '"parameter":{},"parent":"web.http","docurl":""}}',
    )
  })

  test('lists the names of the templates with a tag', async () => {
    expect((await get('metrictemplates/web')).text).toBe('["web.http","web.tls"]')
    expect((await get('metrictemplates/web/')).text).toBe('["web.http","web.tls"]')
    expect((await get('metrictemplates/CI%2FCD')).text).toBe('["web.http"]')
    expect((await get('metrictemplates/empty')).text).toBe('[]')
  })

  test.each(['unknown', 'Web', '%25'])('responds with 404 for the tag %s', async (tag) => {
    const { status, text } = await get(`metrictemplates/${tag}`)
    expect([status, JSON.parse(text).detail]).toEqual([404, 'Requested tag not found.'])
  })

  test('lists default ports by name as digits, in code point order; without ports the object is empty', async () => {
    expect((await get('default_ports')).text).toBe('{}')
    const ports = [
      { name: 'b_PORT', value: '022' },
      { name: 'SSH_PORT', value: '22' },
      { name: 'BDII_PORT', value: '2170' },
    ]
    expect((await admin.send('POST', 'default_ports', { ports }, { 'if-match': '*' })).status).toBe(201)
    expect((await get('default_ports')).text).toBe('{"BDII_PORT":"2170","SSH_PORT":"22","b_PORT":"22"}')
  })

  test('takes one statement besides that of the key, and writes nothing', async () => {
    for (const path of ['metrictemplates', 'metrictemplates/web', 'default_ports', 'repos_internal/rocky9']) {
      await get(path)
      const statements = await server.statements(() => get(path))
      expect(statements.length, path).toBeLessThanOrEqual(3)
      expect(statements.filter((statement) => !/^\s*(select|set|with)\b/i.test(statement))).toEqual([])
    }
  })
})
