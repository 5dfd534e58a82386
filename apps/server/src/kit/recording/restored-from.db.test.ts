import { bothDatabases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(bothDatabases)('the version that a save restores, on $name', (kind) => {
  let server: TestApp
  let own: Client
  let catalogue: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    own = await server.as('admin')
    catalogue = await server.as('admin', 'super.test')
    const services = [{ service: 's', metric: 'disk' }]
    await own.send('POST', 'metricprofiles', { name: 'core', groupname: 'operations', description: '', services })
    const lists = { global_attributes: [], host_attributes: [], metric_parameters: [] }
    await own.send('POST', 'metricconfiguration', { name: 'local', ...lists })
    await catalogue.send('POST', 'yumrepos', { name: 'base', tag: 'Rocky 9', content: '[base]', description: 'd' })
    const added = { name: 'made', version: '1.0.0', use_present_version: false, repos: ['base (Rocky 9)'] }
    await catalogue.send('POST', 'packages', added)
  })
  afterAll(() => server.close())

  type Read = Readonly<Record<string, unknown>>
  const kinds: [string, string, 'own' | 'catalogue', (body: Read) => Read][] = [
    ['metricprofiles', 'core', 'own', ({ pairs: _, ...profile }) => profile],
    ['metricconfiguration', 'local', 'own', (override) => override],
    ['metric', 'disk', 'own', ({ id: _, profiles: __, tags: ___, ...metric }) => metric],
    ['yumrepos', 'base/rocky9', 'catalogue', (repo) => repo],
    ['packages', 'made-1.0.0', 'catalogue', (found) => found],
    ['probes', 'disk-probe', 'catalogue', ({ nv: _, version: __, ...probe }) => ({ ...probe, update_metrics: false })],
    ['metrictemplates', 'disk', 'catalogue', ({ package: _, ...template }) => template],
    ['metrictags', 'web', 'catalogue', ({ id, name }) => ({ id, name })],
  ]

  test.each(kinds)('belongs to its object: %s', async (path, name, whose, bodyOf) => {
    const client = whose === 'own' ? own : catalogue
    const { body, status } = await client.send('GET', `${path}/${name}`)
    expect(status).toBe(200)
    for (const query of ['?restored_from=99999', '?restored_from=99999&dry_run=true']) {
      const refused = await client.send('PUT', `${path}${query}`, bodyOf(body), { 'if-match': '*' })
      expect(refusal(refused)).toMatchObject({
        code: 'invalid_input',
        fields: { restored_from: 'Must be the number of a version of this object' },
      })
    }
  })
})
