import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'

interface Port {
  readonly name: string
  readonly value: string
}

const web = { name: 'WEB_PORT', value: '443' }
const ssh = { name: 'SSH_PORT', value: '22' }
const mail = { name: 'MAIL_PORT', value: '25' }

describe.each(databases)('default ports on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  const admin = () => server.as('admin', 'super.test')
  const list = async () => (await admin()).send('GET', 'default_ports')
  const plain = (ports: readonly Port[]) => ports.map(({ name, value }) => ({ name, value }))

  async function replace(
    ports: unknown,
    { query = '', etag, ...more }: { query?: string; etag?: string | undefined; 'if-preview-match'?: string } = {},
  ) {
    const seen = etag ?? (await list()).etag ?? ''
    return (await admin()).send('POST', `default_ports/${query}`, { ports }, { 'if-match': seen, ...more })
  }

  /** The state of the list before a test that depends on it. */
  async function begin(...ports: readonly Port[]) {
    const body = { ports }
    const preview = await (await admin()).send('POST', 'default_ports?dry_run=true', body, { 'if-match': '*' })
    const headers = { 'if-match': '*', 'if-preview-match': preview.body.preview }
    expect((await (await admin()).send('POST', 'default_ports', body, headers)).status).toBe(201)
  }

  test('a saved list replaces the current one by name', async () => {
    await begin(web, ssh)
    const answer = await replace([{ name: 'WEB_PORT', value: '0443' }, { ...ssh, value: '2222' }, mail])
    expect(answer.status).toBe(201)
    const { body } = await list()
    expect(plain(body)).toEqual([mail, { ...ssh, value: '2222' }, web])
    expect(answer.body.ports).toEqual(body)
    // Its entity tag is valid for the next save.
    expect((await replace([web], { etag: answer.etag })).status).toBe(201)
  })

  test('all users read the list in every deployment, and 304 while it is unchanged', async () => {
    await begin(web)
    const expected = [{ id: expect.any(Number), ...web, metrictemplates: [] }]
    for (const host of ['super.test', 'north.test'] as const) {
      const anonymous = await server.as(undefined, host)
      const { status, body, etag } = await anonymous.send('GET', 'public_default_ports')
      expect({ status, body }).toEqual({ status: 200, body: expected })
      const again = await anonymous.send('GET', 'public_default_ports', undefined, { 'if-none-match': etag ?? '' })
      expect(again.status).toBe(304)
    }
    expect((await (await server.as('member')).send('GET', 'default_ports')).body).toEqual(expected)
  })

  test('after a save it is sent in full with its new entity tag', async () => {
    await begin(web)
    const { etag: old } = await list()
    await begin({ ...web, value: '8443' })
    const again = await (await admin()).send('GET', 'default_ports', undefined, { 'if-none-match': old ?? '' })
    expect({ status: again.status, ports: plain(again.body) }).toEqual({
      status: 200,
      ports: [{ ...web, value: '8443' }],
    })
    expect(again.etag).toBe((await list()).etag)
    expect(again.etag).not.toBe(old)
  })

  test('only superusers of the super-tenant write the list', async () => {
    await begin(web)
    for (const [username, host, status] of [
      [undefined, 'super.test', 401],
      ['member', 'super.test', 403],
      ['admin', 'north.test', 403],
    ] as const) {
      const client = await server.as(username, host)
      const answer = await client.send('POST', 'default_ports', { ports: [] }, { 'if-match': '*' })
      expect(answer.status, `${username} at ${host}`).toBe(status)
    }
    expect(plain((await list()).body)).toEqual([web])
  })

  test('a list that was changed meanwhile is not overwritten', async () => {
    await begin(web)
    const { etag } = await list()
    const unseen = await (await admin()).send('POST', 'default_ports', { ports: [web] })
    expect({ status: unseen.status, code: unseen.body.code }).toEqual({ status: 428, code: 'version_required' })

    expect((await replace([web, ssh], { etag })).status).toBe(201)
    const late = await replace([web, mail], { etag })
    expect(late).toMatchObject({ status: 412, body: { code: 'stale_version' } })
    expect(late.body.detail).toBe('The list of default ports was changed by somebody else after you opened it.')
    expect(plain((await list()).body)).toEqual([ssh, web])
  })

  test('one of two concurrent saves wins', async () => {
    await begin(web)
    const { etag } = await list()
    const answers = await Promise.all([replace([web, ssh], { etag }), replace([web, mail], { etag })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 412])
    expect((await list()).body).toHaveLength(2)
  })

  test.each([
    [[{ name: '', value: '1' }], { 'ports.0.name': 'This field is required' }],
    [[{ name: '1st', value: '1' }], { 'ports.0.name': expect.stringMatching(/^Name can contain alphanumeric/) }],
    [[{ name: 'A', value: '' }], { 'ports.0.value': 'This field is required' }],
    [[{ name: 'A', value: 'x' }], { 'ports.0.value': 'Value must contain numeric characters' }],
    [[{ name: 'A', value: '0' }], { 'ports.0.value': 'Value must be between 1 and 65535' }],
    [[{ name: 'A', value: '65536' }], { 'ports.0.value': 'Value must be between 1 and 65535' }],
    [[{ name: 'A' }], { 'ports.0.value': 'Required' }],
    [[web, { ...web, value: '80' }], { 'ports.1': 'Duplicate' }],
    ['[]', { ports: 'Must be a list' }],
  ])('%o is refused, and nothing is stored', async (ports, fields) => {
    await begin(ssh)
    expect(await replace(ports)).toMatchObject({ status: 400, body: { code: 'invalid_input', fields } })
    expect(plain((await list()).body)).toEqual([ssh])
  })

  test('an empty list requires a preview of what it removes', async () => {
    await begin(web, ssh)
    expect(await replace([])).toMatchObject({ status: 400, body: { fields: { ports: expect.any(String) } } })
    const preview = await replace([], { query: '?dry_run=true' })
    expect(preview.body.changes.map(({ action }: { action: string }) => action)).toEqual(['delete', 'delete'])
    expect((await list()).body).toHaveLength(2)
    expect((await replace([], { 'if-preview-match': preview.body.preview })).status).toBe(201)
    expect((await list()).body).toEqual([])
  })

  test('every changed port is recorded separately, and keeps its history', async () => {
    await begin(web, ssh)
    const changed = { ...web, value: '8443' }
    const preview = await replace([changed, mail], { query: '?dry_run=true' })
    expect(preview.body.changes).toEqual([
      { tenant: 'all', kind: 'defaultport', name: 'MAIL_PORT', action: 'add', before: null, after: mail },
      { tenant: 'all', kind: 'defaultport', name: 'WEB_PORT', action: 'change', before: web, after: changed },
      { tenant: 'all', kind: 'defaultport', name: 'SSH_PORT', action: 'delete', before: ssh, after: null },
    ])
    await replace([changed, mail])
    const versionsOf = async (name: string) => (await admin()).send('GET', `version/defaultport/${name}`)
    const { body } = await versionsOf('WEB_PORT')
    expect(body[0]).toMatchObject({ fields: changed, comment: 'Changed value.', user: 'admin' })
    expect(body.at(-1)).toMatchObject({ fields: web, comment: 'Initial version.', version: '1' })
    expect((await versionsOf('SSH_PORT')).body[0].fields).toEqual(ssh)
    expect((await versionsOf('NO_PORT')).status).toBe(404)
    expect((await (await server.as('member', 'super.test')).send('GET', 'version/defaultport/WEB_PORT')).status).toBe(
      200,
    )
  })

  test('lists the metric templates that have an attribute with its name, which they keep', async () => {
    await begin(web, ssh)
    await (await server.tenant('all'))
      .updateTable('metric_template_versions')
      .set({ attribute: JSON.stringify([{ key: 'SSH_PORT', value: '--port' }]) })
      .where('name', 'in', ['disk', 'web.tls', 'old.name'])
      .execute()
    const [port, other] = (await list()).body
    expect(port).toMatchObject({ name: 'SSH_PORT', metrictemplates: ['disk', 'web.tls'] })
    expect(other).toMatchObject({ name: 'WEB_PORT', metrictemplates: [] })
    const warning = 'SSH_PORT is still an attribute of the metric templates disk and web.tls.'
    expect((await replace([web], { query: '?dry_run=true' })).body.notices).toEqual({ warning })
    expect((await replace([web])).body).toMatchObject({ warning })
  })

  test('takes the same number of statements for any number of ports', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ name: `P${index}`, value: String(index + 1) }))
    await begin(web)
    const sent = async (work: () => Promise<unknown>) =>
      (await server.statements(work)).filter((statement) => !statement.startsWith('set ')).length
    const { etag } = await list()
    const few = await sent(() => replace([ssh], { etag: etag ?? '' }))
    const now = (await list()).etag
    expect(await sent(() => replace(many, { etag: now ?? '' }))).toBe(few)
    expect(few).toBeLessThanOrEqual(12)
    // Whether it has changed, and the list itself.
    expect(await sent(list)).toBe(2)
    const { etag: kept } = await list()
    const unchanged = async () =>
      (await admin()).send('GET', 'default_ports', undefined, { 'if-none-match': kept ?? '' })
    expect(await sent(unchanged)).toBe(1)
  })
})
