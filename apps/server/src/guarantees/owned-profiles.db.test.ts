import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addMetricProfile, profileKinds } from '#test/owned-profiles.ts'
import { webApiToken } from '#test/seed.ts'
import { startTestApp, type TestApp, whatever } from '#test/test-app.ts'

// What every kind of profile does that belongs to a group and is in both stores.
describe.each(databases)('profiles of a group on $name', (database) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(database)
    await addMetricProfile(await server.as('admin'))
  })
  afterAll(() => server.close())
  afterEach(() => server.webApi.recover())

  describe.each(profileKinds)('$label', ({ kind, path, remote, label, type, content, changed, comment, ...of }) => {
    let made = 0
    const ifMatch = (etag = '') => ({ 'if-match': etag })
    const capital = label.replace(/^./, (letter) => letter.toUpperCase())
    const inWebApi = async (id: string) =>
      (await (await server.as('admin')).send('GET', `/api/v2/webapi/${remote}/${id}`)).body.data?.[0]

    async function given(more: object = content, groupname = 'operations') {
      made += 1
      const body = { name: `${kind} ${made}`, groupname, ...more }
      const answer = await (await server.as('admin')).send('POST', path, body)
      expect(answer.status, answer.body.detail).toBe(201)
      const { apiid } = answer.body
      return { apiid: String(apiid), etag: answer.etag, body: { ...body, apiid } }
    }

    test('a new one is in both stores, visible to all users, with its first version', async () => {
      const { apiid, body } = await given()
      const key = encodeURIComponent(body.name)
      const expected = { ...body, description: '' }
      expect((await (await server.as('nobody')).send('GET', `${path}/${key}`)).body).toEqual(expected)
      expect((await (await server.as()).send('GET', `public_${path}/${key}`)).body).toEqual(expected)
      const rows = (await (await server.as()).send('GET', `public_${path}`)).body
      expect(rows).toContainEqual(
        expect.objectContaining({ apiid, name: body.name, groupname: 'operations', description: '' }),
      )
      expect(await inWebApi(apiid)).toMatchObject({ name: body.name, ...of.remoteContent })
      const versions = await (await server.as('nobody')).send('GET', `tenantversion/${kind}/${key}`)
      expect(versions.body).toMatchObject([{ version: '1', user: 'admin', comment: 'Initial version.' }])
      expect((await (await server.as()).send('GET', `public_tenantversion/${kind}/${key}`)).status).toBe(404)
    })

    test('a change is described; it keeps the description and what only the Web API knows', async () => {
      const { apiid, etag, body } = await given({ ...content, description: 'As it was.' })
      const admin = await server.as('admin')
      const { description: _, ...sent } = { ...body, ...changed, description: '' }
      const answer = await admin.send('PUT', path, sent, ifMatch(etag))
      expect(answer.status, answer.body.detail).toBe(200)
      expect(answer.body).toMatchObject({ ...changed, description: 'As it was.' })
      const [version] = (await admin.send('GET', `tenantversion/${kind}/${encodeURIComponent(body.name)}`)).body
      expect(version).toMatchObject({ version: '2', comment, fields: { ...changed, description: 'As it was.' } })
      expect(await inWebApi(apiid)).toMatchObject({ name: body.name })
      const restored = await admin.send('PUT', path, { ...body, ...content }, ifMatch(answer.etag))
      expect(restored.status).toBe(200)
      expect(await inWebApi(apiid)).toMatchObject(of.remoteContent)
    })

    test('a new name has one space for several; one that is stored otherwise stays', async () => {
      const { apiid, body } = await given({ ...content, name: `${kind}   of two  words` })
      const admin = await server.as('admin')
      expect((await admin.send('GET', `${path}/${kind}%20of%20two%20words`)).body).toMatchObject({ apiid })
      expect(
        await admin.send('POST', path, { ...body, name: `${kind} of  two words`, apiid: undefined }),
      ).toMatchObject({
        status: 409,
      })
      const name = `${kind}  of two words`
      const db = await server.tenant('NORTH')
      await db
        .updateTable(remote as 'aggregation_profiles')
        .set({ name })
        .where('apiid', '=', apiid)
        .execute()
      const saved = await admin.send('PUT', path, { ...body, ...changed, name }, whatever)
      expect(saved, saved.body.detail).toMatchObject({ status: 200, body: { name } })
    })

    test('members change only the profiles of their groups, and assign only to these', async () => {
      const { etag, apiid, body } = await given()
      const [member, stranger, nobody] = [
        await server.as('member'),
        await server.as('stranger'),
        await server.as('nobody'),
      ]
      const put = (client: typeof member, more: object = {}) =>
        client.send('PUT', path, { ...body, ...changed, ...more }, ifMatch(etag))
      const may = (action: string) => `You do not have permission to ${action} ${label}s.`
      expect(await put(stranger)).toMatchObject({ status: 403, body: { detail: may('change') } })
      expect(await put(nobody)).toMatchObject({ status: 403 })
      expect(await stranger.send('DELETE', `${path}/${apiid}`, undefined, ifMatch(etag))).toMatchObject({ status: 403 })
      const elsewhere = { detail: `You do not have permission to assign ${label}s to the given group.` }
      expect(await put(member, { groupname: 'network' })).toMatchObject({ status: 403, body: elsewhere })
      expect(await put(await server.as('admin'), { groupname: 'none' })).toMatchObject({
        status: 404,
        body: { detail: `Group of ${label}s not found.` },
      })
      expect((await put(member)).status).toBe(200)
      expect(await put(member)).toMatchObject({ status: 412, body: { code: 'stale_version' } })
    })

    test('names are fixed and unique', async () => {
      const { etag, body } = await given()
      const admin = await server.as('admin')
      const renamed = await admin.send('PUT', path, { ...body, name: 'another' }, ifMatch(etag))
      const article = label.startsWith('a') ? 'an' : 'a'
      expect(renamed.body.fields).toEqual({ name: `Name of ${article} ${label} cannot be changed` })
      const { apiid: _, ...again } = body
      expect(await admin.send('POST', path, again)).toMatchObject({
        status: 409,
        body: { code: 'already_exists', fields: { name: 'Already exists' } },
      })
    })

    test('a delete is refused while a report uses it, already in the dry run', async () => {
      const { apiid, etag, body } = await given()
      const admin = await server.as('admin')
      const headers = { 'x-api-key': webApiToken('NORTH') }
      const report = { info: { name: `of ${body.name}` }, profiles: [{ type, id: apiid }] }
      const added = await fetch(`${server.webApi.url}/api/v2/reports`, {
        method: 'POST',
        headers,
        body: JSON.stringify(report),
      })
      const { data } = (await added.json()) as { data: { id: string } }
      const refused = {
        status: 409,
        body: { code: 'in_use', detail: `${capital} is associated with report(s): of ${body.name}` },
      }
      const remove = (query = '') => admin.send('DELETE', `${path}/${apiid}${query}`, undefined, ifMatch(etag))
      expect(await remove('?dry_run=true')).toMatchObject(refused)
      expect(await remove()).toMatchObject(refused)
      expect(await inWebApi(apiid)).toMatchObject({ name: body.name })
      await fetch(`${server.webApi.url}/api/v2/reports/${data.id}`, { method: 'DELETE', headers })
      expect((await remove()).status).toBe(204)
      expect(await inWebApi(apiid)).toBeUndefined()
      const history = await admin.send('GET', `tenantversion/${kind}/${encodeURIComponent(body.name)}`)
      expect(history.body).toHaveLength(1)
    })

    test('a save takes at most thirteen statements for any size', async () => {
      const admin = await server.as('admin')
      const save =
        ({ etag, body }: Awaited<ReturnType<typeof given>>, more: object) =>
        async () => {
          const answer = await admin.send('PUT', path, { ...body, ...more }, ifMatch(etag))
          expect(answer.status, answer.body.detail).toBe(200)
        }
      const [small, large] = [await given(), await given()]
      // A session that is no longer cached.
      server.clock.pass(5)
      const few = await server.statements(save(small, changed))
      server.clock.pass(5)
      const many = await server.statements(save(large, of.large(500, 50)))
      expect(few.length).toBeLessThanOrEqual(13)
      expect(many.length).toBe(few.length)
    })
  })
})
