import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('probes on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin', 'super.test')
    await (await server.tenant('all'))
      .insertInto('packages')
      .values(['1.0', '1.1', '2.0'].map((version) => ({ name: 'new-probes', version })))
      .execute()
  })
  afterAll(() => server.close())

  const fields = {
    package: 'new-probes (1.0)',
    repository: 'https://git.test/new',
    docurl: 'https://docs.test/new',
    description: 'Checks what is new.',
    comment: 'First.',
  }
  let made = 0
  /** Adds a probe as the super-tenant's superuser. */
  async function given(changes: object = {}) {
    made += 1
    const probe = { name: `probe-${made}`, ...fields, ...changes }
    const { status, body, etag } = await admin.send('POST', 'probes', probe)
    expect(status).toBe(201)
    return { ...probe, id: Number(body.id), etag: etag ?? '' }
  }
  type Given = Awaited<ReturnType<typeof given>>
  /** Saves it with the original fields and these changes. */
  async function change({ etag, ...probe }: Given, changes: object, query = '') {
    const answer = await admin.send('PUT', `probes${query}`, { ...probe, ...changes }, { 'if-match': etag })
    return { ...answer, now: { ...probe, ...changes, etag: answer.etag ?? '' } }
  }
  const versionsOf = async (name: string) => (await admin.send('GET', `version/probe/${name}`)).body
  const headsOf = async (name: string) => (await admin.send('GET', `version/probe/${name}/heads`)).body

  test('a new probe is visible to all users, with its first version', async () => {
    const { etag: _, ...probe } = await given()
    const { body, etag } = await admin.send('GET', `probes/${probe.name}`)
    expect(body).toEqual({ ...probe, version: '1.0', nv: 1 })
    expect(etag).toMatch(/-1"$/)
    const north = await server.as()
    expect((await north.send('GET', `public_probes/${probe.name}`)).body).toEqual(body)
    expect((await north.send('GET', 'public_probes/')).body).toContainEqual(body)
    expect((await (await server.as('nobody')).send('GET', 'probes')).body).toContainEqual(body)
    expect(await versionsOf(probe.name)).toEqual([
      {
        id: expect.any(Number),
        version: '1.0',
        object_repr: `${probe.name} (1.0)`,
        date_created: '2030-01-01T08:00:00.000Z',
        user: 'admin',
        comment: 'Initial version.',
        remark: '',
        fields: { name: probe.name, version: '1.0', ...fields },
      },
    ])
  })

  test('errors of a probe are reported field by field', async () => {
    const refused = async (changes: object) =>
      refusal(await admin.send('POST', 'probes', { name: 'refused', ...fields, ...changes }))
    expect(
      await refused({ name: '', package: ' ', repository: '', docurl: '', description: '\t', comment: '' }),
    ).toMatchObject({
      code: 'invalid_input',
      fields: Object.fromEntries(['name', ...Object.keys(fields)].map((field) => [field, 'Required'])),
    })
    expect(await refused({ name: 'white space', repository: 'git.test', docurl: 'javascript:alert(1)' })).toMatchObject(
      {
        fields: { name: 'Name cannot contain white spaces', repository: 'Invalid url', docurl: 'Invalid url' },
      },
    )
    expect(await refused({ package: 'new-probes' })).toMatchObject({
      fields: { package: 'Package version should be specified.' },
    })
    expect(await refused({ package: 'new-probes (9)' })).toMatchObject({
      code: 'invalid_input',
      detail: 'Package does not exist.',
      fields: { package: 'Package does not exist.' },
    })
    expect(await refused({ name: 'web-probe' })).toMatchObject({
      code: 'already_exists',
      detail: 'Probe with this name already exists.',
      fields: { name: 'Already exists' },
    })
    expect((await admin.send('GET', 'probes/refused')).status).toBe(404)
  })

  test('a new probe can have the versions that it had elsewhere, the oldest first', async () => {
    const name = 'from-elsewhere'
    const formerVersions = ['1.0', '1.1'].map((version) => ({ ...fields, name, package: `new-probes (${version})` }))
    const probe = { ...fields, name, package: 'new-probes (2.0)', former_versions: formerVersions }
    const unknown = formerVersions.with(1, { ...fields, name, package: 'new-probes (9)' })
    const refused = await admin.send('POST', 'probes', { ...probe, former_versions: unknown })
    expect(refused.body.fields).toEqual({ 'former_versions.1.package': 'Package does not exist.' })
    const repeated = formerVersions.with(0, { ...fields, name, package: probe.package })
    expect((await admin.send('POST', 'probes', { ...probe, former_versions: repeated })).status).toBe(409)
    expect((await admin.send('GET', `probes/${name}`)).status).toBe(404)
    expect((await admin.send('POST', 'probes', probe)).body).toMatchObject({ version: '2.0', nv: 3 })
    const labels = (await versionsOf(name)).map(({ version }: { version: string }) => version)
    expect(labels).toEqual(['2.0', '1.1', '1.0'])
  })

  test('a clone names its original; a missing original is refused', async () => {
    const source = await given()
    const { id } = await given({ name: 'cloned', cloned_from: source.id })
    expect(await versionsOf('cloned')).toMatchObject([{ comment: `Derived from ${source.name} (1.0).` }])
    expect((await given({ name: 'no-clone', cloned_from: '' })).id).toBeGreaterThan(id)

    await admin.send('DELETE', `probes/${source.name}`, undefined, { 'if-match': source.etag })
    const late = await admin.send('POST', 'probes', { name: 'late', ...fields, cloned_from: source.id })
    expect(refusal(late)).toMatchObject({
      code: 'not_found',
      detail: 'Probe from which to clone does not exist.',
    })
    expect((await admin.send('GET', 'probes/late')).status).toBe(404)
  })

  test('a change may contain the original of a clone, which is ignored', async () => {
    const { id, etag, name } = await given()
    const body = { ...fields, id, name, description: 'Changed.', cloned_from: 4711 }
    const changed = await admin.send('PUT', 'probes', body, { 'if-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.body).not.toHaveProperty('cloned_from')
  })

  test('labels of versions are unique: a name that another probe had at this version is refused', async () => {
    const probe = await given()
    expect((await change(probe, { name: 'called-otherwise', package: 'new-probes (2.0)' })).status).toBe(200)
    const late = await admin.send('POST', 'probes', { ...fields, name: probe.name })
    expect(refusal(late)).toMatchObject({
      code: 'already_exists',
      detail: 'A version of another probe has this name and this package version already.',
      fields: { name: 'Already exists', package: 'Already exists' },
    })
    expect((await admin.send('GET', `probes/${probe.name}`)).status).toBe(404)
    expect((await given({ name: probe.name, package: 'new-probes (1.1)' })).id).toBeGreaterThan(probe.id)
  })

  test('another version of the package adds a version; the same one updates the version', async () => {
    const probe = await given()
    const { now } = await change(probe, { comment: 'Rewritten.' })
    expect(await versionsOf(probe.name)).toMatchObject([{ version: '1.0', comment: 'Initial version.' }])
    const next = await change(now, { package: 'new-probes (1.1)', comment: 'Second.' }, '?remark=At+last.')
    expect(next).toMatchObject({
      status: 200,
      etag: expect.stringMatching(/-3"$/),
      body: { version: '1.1', nv: 2, comment: 'Second.' },
    })
    expect(await versionsOf(probe.name)).toMatchObject([
      { version: '1.1', comment: 'Changed comment and package.', remark: 'At last.' },
      { version: '1.0', comment: 'Initial version.', remark: '', fields: { comment: 'Rewritten.' } },
    ])
    // Compared with the previous version, not with the previous state of this one.
    await change(next.now, { description: 'Now else.', comment: 'Rewritten.' })
    expect(await versionsOf(probe.name)).toMatchObject([
      { version: '1.1', comment: 'Changed description and package.', remark: '' },
      { version: '1.0' },
    ])
  })

  test('the history still names the original of a clone after its only version was updated', async () => {
    const source = await given()
    const clone = await given({ cloned_from: source.id })
    await change(clone, { comment: 'Now its own.' })
    expect(await versionsOf(clone.name)).toMatchObject([{ comment: `Derived from ${source.name} (1.0).` }])
  })

  test('an existing version becomes current again', async () => {
    const probe = await given()
    const second = await change(probe, { package: 'new-probes (1.1)', comment: 'Second.' })
    const [, first] = (await headsOf(probe.name)).versions
    const [, own] = await versionsOf(probe.name)
    server.clock.pass(60)
    const back = await change(second.now, { package: probe.package, comment: 'Third.' }, `?restored_from=${first.id}`)
    expect(back).toMatchObject({ status: 200, body: { version: '1.0', nv: 2, comment: 'Third.' } })
    expect(await versionsOf(probe.name)).toMatchObject([
      {
        id: own.id,
        version: '1.0',
        comment: 'Restored version 1.0. Changed comment and package.',
        date_created: '2030-01-01T08:01:00.000Z',
      },
      { version: '1.1', comment: 'Changed comment and package.', date_created: '2030-01-01T08:00:00.000Z' },
    ])
    // Its earlier content is in the activity log.
    const { after } = await server.owner
      .selectFrom('activity_with_documents')
      .select('after')
      .where('kind', '=', 'probe')
      .where('object_id', '=', probe.id)
      .where('action', '=', 'add')
      .executeTakeFirstOrThrow()
    expect(after).toMatchObject({ comment: 'First.', version: '1.0' })
  })

  test('an earlier name leads to the versions; the list of all versions is sorted by their labels', async () => {
    const probe = await given({ name: 'once-named' })
    const { now } = await change(probe, { name: 'now-named', package: 'new-probes (1.1)' })
    const versions = await versionsOf('now-named')
    expect(versions).toMatchObject([{ object_repr: 'now-named (1.1)' }, { object_repr: 'once-named (1.0)' }])
    expect(await versionsOf('once-named')).toEqual(versions)
    expect((await admin.send('GET', 'probes/once-named')).status).toBe(404)

    // The current owner of the name takes precedence over an earlier one.
    await given({ name: 'once-named', package: 'new-probes (2.0)' })
    expect(await versionsOf('once-named')).toMatchObject([{ comment: 'Initial version.', version: '2.0' }])
    expect(await versionsOf('once-named')).toHaveLength(1)

    const { body } = await admin.send('GET', 'version/probe')
    const names = body.map(({ object_repr }: { object_repr: string }) => object_repr)
    expect(names).toEqual(names.toSorted())
    expect(names).toContain('now-named (1.1)')
    expect(names).toEqual(expect.arrayContaining(['once-named (1.0)', 'once-named (2.0)']))
    expect(now.name).toBe('now-named')
    expect(refusal(await admin.send('GET', 'version/probe/never'))).toMatchObject({ detail: 'Probe not found.' })
  })

  test('versions are public, without their authors', async () => {
    const probe = await given()
    const { body } = await (await server.as()).send('GET', `public_version/probe/${probe.name}`)
    expect(body.map(Object.keys)).toEqual([['id', 'version', 'object_repr', 'date_created', 'fields']])
    const all = await (await server.as()).send('GET', 'public_version/probe/')
    expect(all.body).toContainEqual(body[0])
    expect((await (await server.as()).send('GET', 'version/probe')).status).toBe(401)
    expect((await (await server.as('nobody')).send('GET', `version/probe/${probe.name}`)).body).toEqual(
      await versionsOf(probe.name),
    )
  })

  test('a probe that any version of a template uses cannot be deleted', async () => {
    for (const name of ['web-probe', 'disk-probe']) {
      const answer = await admin.send('DELETE', `probes/${name}`, undefined, { 'if-match': '*' })
      expect(refusal(answer)).toMatchObject({
        code: 'in_use',
        detail: 'You cannot delete probe that is associated to metric templates.',
      })
    }
    const { body, etag } = await admin.send('GET', 'probes/disk-probe')
    const away = { ...body, package: 'new-probes (2.0)', version: undefined, nv: undefined }
    expect((await admin.send('PUT', 'probes', away, { 'if-match': etag ?? '' })).status).toBe(200)
    const still = await admin.send('DELETE', 'probes/disk-probe', undefined, { 'if-match': '*' })
    expect(refusal(still)).toMatchObject({ code: 'in_use' })
  })

  test('a deleted probe keeps its history, which is not public any more', async () => {
    const probe = await given()
    const { now } = await change(probe, { package: 'new-probes (1.1)' })
    const gone = await admin.send('DELETE', `probes/${probe.name}`, undefined, { 'if-match': now.etag })
    expect(gone.status).toBe(204)
    expect((await admin.send('GET', `probes/${probe.name}`)).status).toBe(404)
    expect(await versionsOf(probe.name)).toMatchObject([
      { version: '1.1', object_repr: `${probe.name} (1.1)`, comment: 'Changed package.' },
      { version: '1.0', object_repr: `${probe.name} (1.0)`, comment: 'Initial version.' },
    ])
    const open = await (await server.as(undefined, 'super.test')).send('GET', `public_version/probe/${probe.name}`)
    expect(open.status).toBe(404)
  })

  test('only superusers of the super-tenant write, and only the current version', async () => {
    const probe = await given()
    for (const [who, host] of [
      ['admin', 'north.test'],
      ['nobody', 'super.test'],
    ] as const) {
      const { etag: _, ...body } = probe
      const client = await server.as(who, host)
      const refused = refusal(await client.send('PUT', 'probes', body, { 'if-match': '*' }))
      expect(refused).toMatchObject({ code: 'not_allowed', detail: 'You do not have permission to change probes.' })
      expect((await client.send('POST', 'probes', { name: 'x', ...fields })).status).toBe(403)
      expect((await client.send('DELETE', `probes/${probe.name}`, undefined, { 'if-match': '*' })).status).toBe(403)
    }
    const { etag: _, ...body } = probe
    expect((await admin.send('PUT', 'probes', body)).status).toBe(428)
    expect((await admin.send('PUT', 'probes', body, { 'if-match': '"7"' })).status).toBe(412)
    expect(refusal(await admin.send('PUT', 'probes', { ...body, id: 999_999 }, { 'if-match': '*' }))).toMatchObject({
      code: 'not_found',
      detail: 'Probe does not exist.',
    })
    const both = await Promise.all([change(probe, { comment: 'left' }), change(probe, { comment: 'right' })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  test('a list is 304 until a probe changes, in every tenant', async () => {
    const north = await server.as('nobody')
    for (const path of ['probes', 'version/probe']) {
      const { etag } = await north.send('GET', path)
      const again = () => north.send('GET', path, undefined, { 'if-none-match': etag ?? '' })
      expect((await again()).status, path).toBe(304)
      await given()
      expect((await again()).status, path).toBe(200)
    }
  })

  test('the history has each save with its author, and the version says who changed it last', async () => {
    const probe = await given()
    server.clock.pass(60)
    const users = (await server.tenant('all')).updateTable('users').set({ is_active: true })
    await users.where('username', '=', 'gone').execute()
    const other = await server.as('gone', 'super.test')
    const { etag, ...body } = probe
    const sent = { ...body, comment: 'By somebody else.' }
    const saved = await other.send('PUT', 'probes?remark=Why%20not', sent, { 'if-match': etag })
    expect(saved.status).toBe(200)
    expect(await versionsOf(probe.name)).toMatchObject([
      { version: '1.0', user: 'gone', date_created: server.clock.now().toISOString(), remark: 'Why not' },
    ])
    expect((await headsOf(probe.name)).versions).toMatchObject([
      { id: 2, version: '1.0', user: 'gone', comment: 'Changed comment.', remark: 'Why not' },
      { id: 1, version: '1.0 #1', user: 'admin', comment: 'Initial version.' },
    ])
    const former = await admin.send('GET', `version/probe/${probe.name}/versions/${encodeURIComponent('1.0 #1')}`)
    expect(former.body.fields.comment).toBe(probe.comment)
  })
})
