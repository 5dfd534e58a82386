import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { type Client, firstTag, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

describe.each(databases)('YUM repos on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin', 'super.test')
  })
  afterAll(() => server.close())

  let made = 0
  /** Adds a repo as the super-tenant's superuser. */
  async function given(values: object = {}) {
    made += 1
    const repo = {
      name: `base-${made}`,
      tag: 'Rocky 9',
      content: '[base]\nbaseurl=x\n',
      description: 'Base',
      ...values,
    }
    const { status, body, etag } = await admin.send('POST', 'yumrepos', repo)
    expect(status).toBe(201)
    expect(etag).toMatch(/-1"$/)
    return { ...repo, id: Number(body.id), address: `yumrepos/${repo.name}/rocky9` }
  }
  const ifMatch = (etag = '') => ({ 'if-match': etag })
  const bodyOf = ({ address: _, ...repo }: Awaited<ReturnType<typeof given>>, change: object = {}) => ({
    ...repo,
    ...change,
  })
  const aPackage = async (...repos: string[]) => {
    made += 1
    const body = { name: `probes-${made}`, version: '1.0', use_present_version: false, repos }
    expect((await admin.send('POST', 'packages', body)).status).toBe(201)
    return `${body.name}-1.0`
  }

  test('a new repo is stored with its name and OS tag, and its first version', async () => {
    const repo = await given()
    const { body, etag } = await admin.send('GET', repo.address)
    expect(body).toEqual(bodyOf(repo))
    expect(etag).toMatch(/-1"$/)
    expect((await admin.send('GET', 'yumrepos')).body).toContainEqual(bodyOf(repo))
    const { body: versions } = await admin.send('GET', `version/yumrepo/${repo.name}-rocky9`)
    const { id: _, ...document } = bodyOf(repo)
    expect(versions).toMatchObject([{ version: '1', user: 'admin', comment: 'Initial version.', fields: document }])
  })

  test.each(['rocky9', 'Rocky 9', 'ROCKY9', 'rocky-9'])('a repo is found by the OS tag written as %s', async (tag) => {
    const repo = await given()
    const { body } = await admin.send('GET', `yumrepos/${repo.name}/${encodeURIComponent(tag)}`)
    expect(body.id).toBe(repo.id)
  })

  test.each([
    ['baseurl=x\n', 'Line 1: There is no section header, such as [base].'],
    ['[a]\nbaseurl=x\n[a]\nbaseurl=y\n', 'Line 3: The section [a] already exists in line 1.'],
    ['<!doctype html>\n<html>', 'Line 1: This is a page of HTML, not a repo file.'],
  ])('a file %j is stored with a warning, which the preview has too', async (content, warning) => {
    const repo = await given()
    const change = (query = '', more: object = {}) =>
      admin.send('PUT', `yumrepos${query}`, bodyOf(repo, { content, ...more }), whatever)
    expect((await change('?dry_run=true')).body.notices).toEqual({ warning })
    expect((await change()).body).toMatchObject({ content, warning })
    // Only about what is new.
    expect((await change('', { description: 'Other' })).body).not.toHaveProperty('warning')
  })

  test('a name is unique for each OS tag', async () => {
    const repo = await given()
    const { body } = await admin.send('POST', 'yumrepos', { ...bodyOf(repo), id: undefined, tag: 'CentOS 7' })
    expect((await admin.send('GET', `yumrepos/${repo.name}/centos7`)).body.id).toBe(body.id)
    const again = await admin.send('POST', 'yumrepos', { ...bodyOf(repo), id: undefined })
    expect(refusal(again)).toEqual({
      code: 'already_exists',
      detail: 'YUM repo with this name and tag already exists.',
      fields: { name: 'Already exists' },
      source: 'internal-api',
    })
  })

  test.each([
    ['a name', { name: '' }, { name: 'Required' }],
    ['a name without white space', { name: 'a b' }, { name: 'Name cannot contain white spaces' }],
    ['an OS tag', { tag: '' }, { tag: 'Required' }],
    ['a known OS tag', { tag: 'Plan 9' }, { tag: 'OS tag does not exist' }],
    ['content', { content: ' \n' }, { content: 'Required' }],
    ['a description', { description: '' }, { description: 'Required' }],
    ['nothing else', { colour: 'red' }, { colour: 'Unknown field' }],
  ])('%s is required', async (_, change, fields) => {
    const repo = { name: 'never', tag: 'Rocky 9', content: 'x', description: 'x' }
    const result = refusal(await admin.send('POST', 'yumrepos', { ...repo, ...change }))
    expect(result).toMatchObject({ code: 'invalid_input', fields })
    expect((await admin.send('GET', 'yumrepos/never/rocky9')).status).toBe(404)
  })

  test('the content of the file is kept including the final line break', async () => {
    const content = '\n[a]\r\nbaseurl=x\n\n'
    const repo = await given({ content })
    expect((await admin.send('GET', repo.address)).body.content).toBe(content)
  })

  test('a change requires the current version, and is in the history', async () => {
    const repo = await given()
    const change = bodyOf(repo, { content: '[base]\nbaseurl=y\n' })
    expect((await admin.send('PUT', 'yumrepos', change)).status).toBe(428)
    expect((await admin.send('PUT', 'yumrepos', change, ifMatch('"7"'))).status).toBe(412)
    const { status, body, etag } = await admin.send('PUT', 'yumrepos', change, ifMatch(firstTag(repo)))
    expect({ status, body, etag }).toEqual({ status: 200, body: change, etag: expect.stringMatching(/-2"$/) })
    const { body: versions } = await admin.send('GET', `version/yumrepo/${repo.name}-rocky9`)
    expect(versions.map(({ comment }: { comment: string }) => comment)).toEqual([
      'Changed content.',
      'Initial version.',
    ])
    expect(refusal(await admin.send('PUT', 'yumrepos', { ...change, id: 9999 }, ifMatch('*')))).toMatchObject({
      code: 'not_found',
      detail: 'YUM repo does not exist.',
    })
    expect(refusal(await admin.send('PUT', 'yumrepos', { ...change, tag: 'Plan 9' }, ifMatch('*')))).toMatchObject({
      code: 'invalid_input',
      detail: 'OS tag does not exist.',
    })
  })

  test('packages refer to a renamed repo by its new name, and open forms of packages are outdated', async () => {
    const [repo, other] = [await given(), await given()]
    const [first, second] = [
      await aPackage(`${repo.name} (Rocky 9)`, `${other.name} (Rocky 9)`),
      await aPackage(`${repo.name} (Rocky 9)`),
    ]
    const before = await admin.send('GET', `packages/${first}`)
    const change = bodyOf(repo, { name: `renamed-${made}`, tag: 'CentOS 7' })
    const preview = await admin.send('PUT', 'yumrepos?dry_run=true', change, ifMatch(firstTag(repo)))
    expect(preview.body.changes.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)).toEqual([
      `yumrepo ${change.name}-centos7`,
      `package ${first}`,
      `package ${second}`,
    ])

    expect((await admin.send('PUT', 'yumrepos', change, ifMatch(firstTag(repo)))).status).toBe(200)
    const after = await admin.send('GET', `packages/${first}`)
    expect(after.body.repos).toEqual([`${other.name} (Rocky 9)`, `${change.name} (CentOS 7)`].sort())
    expect(after.etag).toMatch(/-2"$/)
    const late = await admin.send('PUT', 'packages', before.body, ifMatch(before.etag))
    expect(refusal(late).code).toBe('stale_version')
    const { body: versions } = await admin.send('GET', `version/package/${first}`)
    expect(versions[0].comment).toBe(`Deleted repo "${repo.name} (Rocky 9)". Added repo "${change.name} (CentOS 7)".`)
    expect(versions[0].fields.repos).toEqual(after.body.repos)
    expect((await admin.send('GET', repo.address)).status).toBe(404)
    expect((await admin.send('GET', `version/yumrepo/${change.name}-centos7`)).body).toHaveLength(2)
  })

  test('a repo that packages use cannot be deleted, and they are listed', async () => {
    const repo = await given()
    const users: string[] = []
    for (let count = 0; count < 7; count += 1) users.push(await aPackage(`${repo.name} (Rocky 9)`))
    const result = refusal(await admin.send('DELETE', repo.address, undefined, ifMatch(firstTag(repo))))
    const [a, b, c, d, e] = users.toSorted()
    expect(result).toMatchObject({
      code: 'in_use',
      detail: `You cannot delete YUM repo with associated packages: ${[a, b, c, d, e].join(', ')} and 2 more.`,
    })
    expect((await admin.send('GET', repo.address)).status).toBe(200)
  })

  test('a deleted repo exists only in its history', async () => {
    const repo = await given()
    expect((await admin.send('DELETE', repo.address)).status).toBe(428)
    expect((await admin.send('DELETE', repo.address, undefined, ifMatch(firstTag(repo)))).status).toBe(204)
    expect(refusal(await admin.send('DELETE', repo.address, undefined, ifMatch('*')))).toMatchObject({
      code: 'not_found',
      detail: 'YUM repo does not exist.',
    })
    expect(refusal(await admin.send('GET', repo.address)).detail).toBe('YUM repo not found.')
    expect((await admin.send('GET', `version/yumrepo/${repo.name}-rocky9`)).body).toHaveLength(1)
  })

  test('dependents are packages, templates, and metrics of tenants', async () => {
    const repo = await given()
    const label = `${repo.name} (Rocky 9)`
    const { body, etag } = await admin.send('GET', 'packages/web-probes-2.0.0')
    await admin.send('PUT', 'packages', { ...body, repos: [label] }, ifMatch(etag))
    const profile = { name: 'USES', groupname: 'operations', description: '' }
    const services = ['web.http', 'web.tls'].map((metric) => ({ service: 's', metric }))
    await (await server.as('admin', 'south.test')).send('POST', 'metricprofiles', { ...profile, services })
    expect((await admin.send('GET', `${repo.address}/usage`)).body).toEqual({
      packages: [{ name: 'web-probes', version: '2.0.0' }],
      probes: [{ name: 'web-probe', version: '2.0.0' }],
      templates: ['renamed', 'web.http', 'web.tls'],
      tenants: [{ name: 'SOUTH', metrics: 2, profiles: 1 }],
    })
    const north = await server.as('admin')
    expect((await north.send('GET', `${repo.address}/usage`)).body.tenants).toEqual([])
  })

  test('all users of the super-tenant and superusers of tenants read it, and superusers write it', async () => {
    const repo = await given()
    const [member, tenantAdmin, tenantMember] = [
      await server.as('nobody', 'super.test'),
      await server.as('admin'),
      await server.as('member'),
    ]
    expect((await member.send('GET', repo.address)).status).toBe(200)
    expect((await tenantAdmin.send('GET', repo.address)).body).toEqual(bodyOf(repo))
    expect((await tenantMember.send('GET', repo.address)).status).toBe(403)
    expect((await (await server.as(undefined, 'super.test')).send('GET', repo.address)).status).toBe(401)
    for (const who of [member, tenantAdmin]) {
      const result = refusal(await who.send('PUT', 'yumrepos', bodyOf(repo), ifMatch(firstTag(repo))))
      expect(result).toMatchObject({ code: 'not_allowed', detail: 'You do not have permission to change YUM repos.' })
    }
  })

  test('OS tags are public, in the order in which they were added', async () => {
    const tags = ['CentOS 6', 'CentOS 7', 'Rocky 9']
    const anonymous = await server.as()
    expect((await anonymous.send('GET', 'public_ostags')).body).toEqual(tags)
    expect((await anonymous.send('GET', 'ostags')).status).toBe(401)
    expect((await admin.send('GET', 'ostags/')).body).toEqual(tags)
  })

  test('a rename takes the same number of statements for any number of packages', async () => {
    const rename = async (users: number) => {
      const repo = await given()
      for (let count = 0; count < users; count += 1) await aPackage(`${repo.name} (Rocky 9)`)
      const change = bodyOf(repo, { name: `${repo.name}-renamed` })
      return server.statements(() => admin.send('PUT', 'yumrepos', change, ifMatch(firstTag(repo))))
    }
    const one = await rename(1)
    expect((await rename(20)).length).toBe(one.length)
    expect(one.length).toBeLessThanOrEqual(12)
  })

  test('a list takes the same number of statements for any number of repos', async () => {
    const list = () => server.statements(() => admin.send('GET', 'yumrepos'))
    const few = await list()
    for (let count = 0; count < 10; count += 1) await given()
    expect((await list()).length).toBe(few.length)
  })
})
