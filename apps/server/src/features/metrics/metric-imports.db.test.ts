import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProfileTo } from '#test/profiles.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

describe.each(databases)('importing metrics on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
    await addProfileTo(admin, 'CORE', 'web.http', 'web.tls', 'disk')
    await addProfileTo(admin, 'EDGE', 'web.tls', 'renamed')
  })
  afterAll(() => server.close())

  const importing = (metrictemplates: readonly string[]) =>
    admin.send('POST', 'importmetrics', { metrictemplates }, whatever)
  const metric = async (name: string) => (await admin.send('GET', `metric/${name}`)).body

  test('importable templates are listed with their version, and an import reports the result in the specified sentences', async () => {
    await admin.send('PUT', 'updatemetricsversions', { name: 'web-probes', version: '1.0.0' }, whatever)
    const { body: offered } = await admin.send('GET', 'importablemetrics')
    expect(
      offered.map(({ name, outcome, probeversion, newest }: Record<string, string>) =>
        [name, outcome, probeversion, newest].join('|'),
      ),
    ).toEqual([
      'passive|imported||',
      'self.check|imported|disk-probe (1.1.0)|disk-probe (1.1.0)',
      'web.tls|unavailable||web-probe (2.0.0)',
    ])
    const answer = await importing(['web.tls', 'self.check', 'passive', 'disk', 'web.http', 'no.such'])
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        imported: 'passive, self.check have been successfully imported.',
        err:
          'disk, web.http have not been imported since they already exist in the database. ' +
          'There is no metric template named no.such.',
        unavailable:
          'web.tls has not been imported, since it is not available for the package version you use. If you wish to use the metric, you should change the package version, and try to import again.',
      },
    ])
    expect(await metric('self.check')).toMatchObject({ group: 'NORTH', profiles: [] })
    await admin.send('DELETE', 'metric/web.http', undefined, { 'if-match': '*' })
    const again = await importing(['web.http'])
    expect(again.body).toEqual({
      warn: 'web.http has been imported with older probe version. If you wish to use more recent probe version, you should update package version you use.',
    })
    expect(await metric('web.http')).toMatchObject({ probeversion: 'web-probe (1.0.0)' })
    const { body: one } = await importing(['web.http'])
    expect(one).toEqual({ err: 'web.http has not been imported since it already exists in the database.' })
    const member = await server.as('member')
    const refused = await member.send('POST', 'importmetrics', { metrictemplates: ['web.http'] })
    expect([refused.status, refused.body.detail]).toEqual([403, 'You do not have permission to import metrics.'])
    const none = await importing([])
    expect([none.status, none.body.fields]).toEqual([400, { metrictemplates: 'No metric templates were selected!' }])
  })

  test('an import is a write of a change request, which is taken back by a delete', async () => {
    await admin.send('DELETE', 'metric/self.check', undefined, whatever)
    const write = (name: string) => ({ kind: 'metric', operation: 'import', input: { metrictemplates: [name] } })
    const request = (...writes: object[]) => admin.send('POST', 'changerequests', { title: 'Imports', writes })
    const settle = (id: number) => admin.send('POST', `changerequests/${id}/settle`, { action: 'apply', effects: '*' })
    expect((await request(write('disk'))).body.fields).toEqual({ 'writes.0': 'It changes nothing' })
    const { body } = await request(write('self.check'))
    expect(body.writes).toMatchObject([{ ...write('self.check'), name: 'self.check', before: null }])
    expect((await admin.send('GET', 'metric/self.check')).status).toBe(404)
    expect((await settle(body.id)).status).toBe(200)
    expect(await metric('self.check')).toMatchObject({ group: 'NORTH' })
    const { body: inverse } = await admin.send('POST', 'changerequests/inverse', { request: body.id })
    expect((await settle(inverse.id)).status).toBe(200)
    expect((await admin.send('GET', 'metric/self.check')).status).toBe(404)
  })
})
