import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { type Client, firstTag, startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('packages on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin', 'super.test')
    for (const [name, tag] of [
      ['base', 'Rocky 9'],
      ['base', 'CentOS 7'],
      ['extra', 'Rocky 9'],
    ]) {
      await admin.send('POST', 'yumrepos', { name, tag, content: '[base]\nbaseurl=x', description: 'd' })
    }
  })
  afterAll(() => server.close())

  let made = 0
  /** Adds a package as the super-tenant's superuser. */
  async function given(values: object = {}) {
    made += 1
    const input = { name: `new-${made}`, version: '1.0', use_present_version: false, repos: ['base (Rocky 9)'] }
    const sent: typeof input = { ...input, ...values }
    const { status, body, etag } = await admin.send('POST', 'packages', sent)
    expect(status).toBe(201)
    expect(etag).toMatch(/-1"$/)
    return { ...sent, id: Number(body.id), version: String(body.version) }
  }
  const ifMatch = (etag = '') => ({ 'if-match': etag })
  const addressOf = ({ name, version }: { name: string; version: string }) => `packages/${name}-${version}`
  const never = { name: 'never', version: '1.0', use_present_version: false, repos: ['base (Rocky 9)'] }

  test('a new package is stored with its name and version, and its first version', async () => {
    const added = await given({ repos: ['extra (Rocky 9)', 'base (CentOS 7)'] })
    const { body, etag } = await admin.send('GET', addressOf(added))
    expect(body).toEqual({ ...added, repos: ['base (CentOS 7)', 'extra (Rocky 9)'] })
    expect(etag).toMatch(/-1"$/)
    expect((await admin.send('GET', 'packages')).body).toContainEqual(body)
    const { id: _, ...document } = body
    const { body: versions } = await admin.send('GET', `version/package/${added.name}-1.0`)
    expect(versions).toMatchObject([{ version: '1', user: 'admin', comment: 'Initial version.', fields: document }])
  })

  test('dashes in names and versions are unambiguous', async () => {
    const [tool, release] = [
      await given({ name: 'tool-2', version: '2' }),
      await given({ name: 'tool', version: '3-1.el9' }),
    ]
    expect((await admin.send('GET', 'packages/tool-2-2')).body.id).toBe(tool.id)
    expect((await admin.send('GET', 'packages/tool-3-1.el9')).body.id).toBe(release.id)
    const result = refusal(await admin.send('POST', 'packages', { ...never, name: 'tool', version: '2-2' }))
    expect(result).toMatchObject({
      code: 'already_exists',
      detail: 'Another package has the same name and version when both are written with a dash between them.',
      fields: { name: 'Already exists', version: 'Already exists' },
    })
  })

  test('only the flag makes the version `present`, whatever is sent', async () => {
    const { name } = await given({ use_present_version: true, version: '7' })
    const { body, etag } = await admin.send('GET', `packages/${name}-present`)
    expect(body).toMatchObject({ version: 'present', use_present_version: true })
    const without = await admin.send('POST', 'packages', {
      ...never,
      name: `${name}-b`,
      use_present_version: true,
      version: undefined,
    })
    expect(without.body.version).toBe('present')
    const cleared = { ...body, use_present_version: false }
    const result = refusal(await admin.send('PUT', 'packages', cleared, ifMatch(etag)))
    expect(result.fields).toEqual({
      version: 'This version is kept for packages that use the version present in the repo',
    })
    const changed = await admin.send('PUT', 'packages', { ...cleared, version: '8' }, ifMatch(etag))
    expect(changed.body).toMatchObject({ version: '8', use_present_version: false })
  })

  test.each([
    ['a name', { name: '' }, { name: 'This field is required' }],
    ['a name without white space', { name: 'a b' }, { name: 'Name cannot contain white spaces' }],
    ['a version', { version: '' }, { version: 'This field is required' }],
    ['any version', { version: undefined }, { version: 'This field is required' }],
    ['a version without white space', { version: '1 2' }, { version: 'Version cannot contain white spaces' }],
    ['a repo', { repos: [] }, { repos: 'You must provide at least one repo' }],
    ['each repo once', { repos: ['base (Rocky 9)', 'base (Rocky 9)'] }, { 'repos.1': 'Duplicated' }],
    ['known repos', { repos: ['base (Rocky 9)', 'none (Rocky 9)'] }, { 'repos.1': 'YUM repo does not exist.' }],
    ['repos of known OS tags', { repos: ['base (Plan 9)'] }, { 'repos.0': 'OS tag does not exist.' }],
    ['repos with OS tags', { repos: ['base'] }, { 'repos.0': 'YUM repo tag should be specified.' }],
  ])('%s is required', async (_, change, fields) => {
    const result = refusal(await admin.send('POST', 'packages', { ...never, ...change }))
    expect(result).toMatchObject({ code: 'invalid_input', fields })
    expect((await admin.send('GET', 'packages/never-1.0')).status).toBe(404)
  })

  test('a change requires the current version, and is in the history', async () => {
    const added = await given()
    const change = { ...added, version: '1.1', repos: ['base (CentOS 7)', 'extra (Rocky 9)'] }
    expect((await admin.send('PUT', 'packages', change)).status).toBe(428)
    expect((await admin.send('PUT', 'packages', change, ifMatch('"7"'))).status).toBe(412)
    const { status, body, etag } = await admin.send('PUT', 'packages', change, ifMatch(firstTag(added)))
    expect({ status, body, etag }).toEqual({ status: 200, body: change, etag: expect.stringMatching(/-2"$/) })
    expect((await admin.send('GET', addressOf(added))).status).toBe(404)
    const { body: versions } = await admin.send('GET', `version/package/${added.name}-1.1`)
    expect(versions[0].comment).toBe(
      'Deleted repo "base (Rocky 9)". Added repos "base (CentOS 7)" and "extra (Rocky 9)". Changed version.',
    )
    expect(refusal(await admin.send('PUT', 'packages', { ...change, id: 9999 }, ifMatch('*')))).toMatchObject({
      code: 'not_found',
      detail: 'Package does not exist.',
    })
  })

  test('a name and version that are taken change nothing', async () => {
    const [first, second] = [await given(), await given()]
    const taken = { ...second, name: first.name }
    for (const answer of [
      await admin.send('PUT', 'packages', taken, ifMatch(firstTag(second))),
      await admin.send('POST', 'packages', { ...taken, id: undefined }),
    ]) {
      expect(refusal(answer)).toMatchObject({
        code: 'already_exists',
        detail: 'Package with this name and version already exists.',
        fields: { name: 'Already exists' },
      })
    }
    expect((await admin.send('GET', addressOf(second))).body).toEqual(second)
  })

  test('one of two concurrent saves wins', async () => {
    const added = await given()
    const save = (version: string) => admin.send('PUT', 'packages', { ...added, version }, ifMatch(firstTag(added)))
    const answers = await Promise.all([save('2.0'), save('3.0')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  test('a package that any version of a probe uses cannot be deleted', async () => {
    for (const version of ['1.0.0', '2.0.0']) {
      const result = refusal(await admin.send('DELETE', `packages/web-probes-${version}`, undefined, ifMatch('*')))
      expect(result).toMatchObject({ code: 'in_use', detail: 'You cannot delete package with associated probes.' })
    }
  })

  test('a deleted package exists only in its history', async () => {
    const added = await given()
    expect((await admin.send('DELETE', addressOf(added))).status).toBe(428)
    expect((await admin.send('DELETE', addressOf(added), undefined, ifMatch(firstTag(added)))).status).toBe(204)
    const result = refusal(await admin.send('DELETE', addressOf(added), undefined, ifMatch('*')))
    expect(result).toMatchObject({ code: 'not_found', detail: 'Package does not exist.' })
    expect(refusal(await admin.send('GET', addressOf(added))).detail).toBe('Package not found.')
    expect((await admin.send('GET', `version/package/${added.name}-1.0`)).body).toHaveLength(1)
  })

  test('all versions of a package are listed newest first, including `present`', async () => {
    const versions = ['0.9', '0.10', '1.0rc1', '1.0', '1.0-2']
    for (const version of versions) await given({ name: 'sorted', version })
    await given({ name: 'sorted', use_present_version: true })
    const { body } = await (await server.as('member')).send('GET', 'packageversions/sorted')
    const newestFirst = ['present', '1.0-2', '1.0', '1.0rc1', '0.10', '0.9']
    expect(body.map(({ version }: { version: string }) => version)).toEqual(newestFirst)
    const { body: all } = await admin.send('GET', 'packages')
    const listed = all.filter(({ name }: { name: string }) => name === 'sorted')
    expect(listed).toEqual(body)
    expect(refusal(await admin.send('GET', 'packageversions/none')).detail).toBe('Package not found.')
  })

  test('a tenant lists only the packages of its own metrics, and may read any', async () => {
    const south = await server.as('member', 'south.test')
    expect((await south.send('GET', 'packages')).body).toEqual([])
    const profile = { name: 'WEB', groupname: 'operations', description: '' }
    const services = [{ service: 's', metric: 'web.tls' }]
    await south.send('POST', 'metricprofiles', { ...profile, services })
    const { body } = await south.send('GET', 'packages')
    expect(body).toMatchObject([{ name: 'web-probes', version: '2.0.0' }])
    const anonymous = await server.as(undefined, 'south.test')
    expect((await anonymous.send('GET', 'public_packages')).body).toEqual(body)
    expect((await anonymous.send('GET', 'packages')).status).toBe(401)
    expect((await south.send('GET', 'packages/web-probes-1.0.0')).status).toBe(200)
    const everything = await (await server.as(undefined, 'super.test')).send('GET', 'public_packages')
    expect(everything.body.length).toBe((await admin.send('GET', 'packages')).body.length)

    expect((await south.send('GET', 'packages/web-probes-2.0.0/usage')).body).toEqual({
      probes: [{ name: 'web-probe', version: '2.0.0' }],
      templates: ['renamed', 'web.http', 'web.tls'],
      tenants: [{ name: 'SOUTH', metrics: 1, profiles: 1 }],
      otherVersions: [],
      versions: [],
    })
  })

  test('only superusers of the super-tenant write, whatever the body', async () => {
    const added = await given()
    for (const who of [await server.as('nobody', 'super.test'), await server.as('admin')]) {
      const answers = [
        [await who.send('POST', 'packages', {}), 'add'],
        [await who.send('PUT', 'packages', added, ifMatch(firstTag(added))), 'change'],
        [await who.send('DELETE', addressOf(added), undefined, ifMatch(firstTag(added))), 'delete'],
      ] as const
      for (const [answer, action] of answers) {
        const detail = `You do not have permission to ${action} packages.`
        expect(refusal(answer)).toMatchObject({ code: 'not_allowed', detail })
      }
    }
    const elsewhere = await (await server.as('admin')).send('GET', `version/package/${added.name}-1.0`)
    expect(elsewhere.status).toBe(404)
  })

  test('a list and the dependents take the same number of statements for any amount of data', async () => {
    // The session is cached.
    const costOf = async (path: string) => {
      await admin.send('GET', path)
      return (await server.statements(() => admin.send('GET', path))).length
    }
    const costs = async () => [await costOf('packages'), await costOf('packages/web-probes-2.0.0/usage')]
    const few = await costs()
    for (let count = 0; count < 20; count += 1) await given()
    for (const host of ['north.test', 'south.test'] as const) {
      const services = [{ service: 's', metric: 'web.http' }]
      const profile = { name: 'MORE', groupname: 'operations', description: '', services }
      await (await server.as('admin', host)).send('POST', 'metricprofiles', profile)
    }
    expect(await costs()).toEqual(few)
    const { versions } = (await admin.send('GET', 'packages/web-probes-2.0.0/usage')).body
    expect(versions.map(({ version }: { version: string }) => version)).toEqual(['2.0.0', '1.0.0'])
    const withMore = { name: 'SOUTH', metrics: expect.any(Number) }
    expect(versions.flatMap(({ tenants }: { tenants: object[] }) => tenants)).toContainEqual(withMore)
    const { body } = await (await server.as('admin')).send('GET', 'packages/web-probes-1.0.0/usage')
    expect(body.versions).toEqual([])
  })
})
