import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('home of the super-tenant on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  const home = async (user = 'admin') => (await server.as(user, 'super.test')).send('GET', 'catalogue_home')

  test('counts the rows of each list, and the tasks', async () => {
    const admin = await server.as('admin', 'super.test')
    await admin.send('POST', 'metrictags', { name: 'eol', metrics: ['disk', 'passive'] })
    const { body } = await home()
    expect(body.counts).toEqual({
      tenants: 3,
      yumrepos: 0,
      packages: 3,
      probes: 2,
      metrictags: 5,
      metrictemplates: 6,
      default_ports: 0,
    })
    expect([body.eol, body.deprecated, body.undelivered]).toEqual([2, 0, []])
    expect(body.changes).toMatchObject([{ actor: 'admin', action: 'add', kind: 'metrictag', name: 'eol', others: 2 }])
  })

  test('shows superusers the pending deliveries to the Web API', async () => {
    const admin = await server.as('admin', 'super.test')
    server.webApi.behave({ kind: 'refuse', status: 503 })
    await admin.send('POST', 'metrictags', { name: 'deprecated', metrics: ['disk'] })
    expect((await home()).body.undelivered).toEqual([
      expect.objectContaining({ tenant: 'all', reason: expect.stringMatching(/^Error syncing metric tags: /) }),
    ])
    expect((await home('member')).body.undelivered).toEqual([])
    server.webApi.recover()
    await server.recoverWrites()
    expect((await home()).body.undelivered).toEqual([])
  })
})
