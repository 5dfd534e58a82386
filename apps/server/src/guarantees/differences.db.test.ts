import { oneInTurn } from '@quatrain/contract/testing/extent.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Behavior } from '#test/faulty-proxy.ts'
import { webApiToken } from '#test/seed.ts'
import { type Answer, type Client, startTestApp, type TestApp } from '#test/test-app.ts'
import { addReferenced, nameInWebApi, type Referenced, twoStoreKinds } from '#test/two-store-kinds.ts'
import { addToWebApi } from '#test/web-api-store.ts'

// What removes differences between the two stores, for every kind that both of them have.
describe.each(databases)('differences between the two stores on $name', (database) => {
  let server: TestApp
  let admin: Client
  let ids: Referenced
  beforeAll(async () => {
    server = await startTestApp(database)
    admin = await server.as('admin')
    ids = await addReferenced(server)
  })
  afterAll(() => server.close())
  afterEach(async () => {
    server.webApi.recover()
    await server.recoverWrites()
  })

  const listed = async (kind: string) =>
    (await admin.send('GET', 'differences')).body.find((found: { kind: string }) => found.kind === kind)

  test('every kind that both stores have is listed, for superusers only', async () => {
    const { body } = await admin.send('GET', 'differences')
    expect(body.map(({ kind }: { kind: string }) => kind).sort()).toEqual(twoStoreKinds.map(({ kind }) => kind).sort())
    // Every kind with writes to both stores; service types are one document, which is compared and sent as a whole.
    const inBoth = [...server.app.kinds.values()].filter(({ resource, recoveries }) => recoveries.has(resource.kind))
    const expected = [...twoStoreKinds.map(({ kind }) => kind), 'servicetype']
    expect(inBoth.map(({ resource }) => resource.kind).sort()).toEqual(expected.sort())
    expect((await (await server.as('member')).send('GET', 'differences')).status).toBe(403)
  })

  describe.each(twoStoreKinds)('$label', ({ kind, path, remote, label, content, isRenamable, ...of }) => {
    const { remoteInput, remoteChanged } = of
    let made = 0
    const nextName = () => {
      made += 1
      return `${kind} ${made}`
    }
    const address = `differences/${path}`

    /** Calls the Web API without the console, like another client. */
    async function callWebApi(method: string, segment = '', body?: object): Promise<unknown> {
      const answer = await fetch(`${server.webApi.url}/api/v2/${remote}${segment}`, {
        method,
        headers: { accept: 'application/json', 'x-api-key': webApiToken('NORTH') },
        ...(body && { body: JSON.stringify(body) }),
      })
      expect(answer.status).toBeLessThan(300)
      return answer.json()
    }
    const inWebApi = async (id: string) => (await admin.send('GET', `/api/v2/webapi/${remote}/${id}`)).body.data?.[0]

    async function given() {
      const name = nextName()
      const answer = await admin.send('POST', path, { name, groupname: 'operations', ...content })
      expect(answer.status, answer.body.detail).toBe(201)
      return { name, apiid: String(answer.body.apiid) }
    }
    async function changedElsewhere() {
      const own = await given()
      await callWebApi('PUT', `/${own.apiid}`, remoteChanged(own.name, ids))
      return own
    }
    async function removedElsewhere() {
      const own = await given()
      await callWebApi('DELETE', `/${own.apiid}`)
      return own
    }
    async function addedElsewhere() {
      const name = nextName()
      const document = remoteInput(name, ids)
      return { name, apiid: await addToWebApi(server, { tenant: 'NORTH', remote }, document) }
    }

    const differencesOf = async (name: string) =>
      (await listed(kind)).differences.filter((found: { name: string }) => found.name === name)
    const read = (apiid: string) => admin.send('GET', `${address}/${apiid}`)
    /** Based on the current states, unless a tag is given. */
    async function write(action: string, body: { apiid: string; groupname?: string }, query = '', tag?: string) {
      const { etag = '' } = await read(body.apiid)
      return admin.send('POST', `${address}/${action}${query}`, body, { 'if-match': tag ?? etag })
    }
    const succeed = ({ status, body }: Answer) => expect([status, body.detail]).toEqual([200, undefined])
    const versionsOf = async (name: string) =>
      (await admin.send('GET', `tenantversion/${kind}/${encodeURIComponent(name)}`)).body
    const lastActivity = async (name: string) => {
      const north = await server.tenant('NORTH')
      const rows = north
        .selectFrom('activity_with_documents')
        .selectAll()
        .where('object_name', '=', name)
        .orderBy('number', 'desc')
      return rows.executeTakeFirstOrThrow()
    }

    test('what another client changed, removed or added is listed; a read writes nothing', async () => {
      const [equal, changed] = [await given(), await changedElsewhere()]
      const [removed, added] = [await removedElsewhere(), await addedElsewhere()]
      const before = server.webApi.calls.length
      const statements = await server.statements(async () => {
        expect(await differencesOf(equal.name)).toEqual([])
        expect(await differencesOf(changed.name)).toEqual([{ ...changed, in: 'both' }])
        expect(await differencesOf(removed.name)).toEqual([{ ...removed, in: 'console' }])
        expect(await differencesOf(added.name)).toEqual([{ ...added, in: 'web-api' }])
        const both = await read(changed.apiid)
        expect(both.body.console).toMatchObject({ name: changed.name, groupname: 'operations' })
        expect(both.body.webApi).not.toEqual(both.body.console)
        expect((await read(removed.apiid)).body).toMatchObject({ webApi: null, console: { name: removed.name } })
        expect((await read(added.apiid)).body).toMatchObject({ console: null, webApi: { name: added.name } })
      })
      expect(server.webApi.calls.slice(before).filter((call) => !call.startsWith('GET'))).toEqual([])
      expect(
        statements.filter((statement) =>
          /^\s*(insert|delete|update metric|update \w+_profiles|update reports)/i.test(statement),
        ),
      ).toEqual([])
      expect((await read('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    })

    test('adopting a changed one stores it as the Web API has it, with a version and a preview', async () => {
      const own = await changedElsewhere()
      const { webApi } = (await read(own.apiid)).body
      const preview = await write('adopt', chosen(own), '?dry_run=true')
      expect(preview.body.changes[0]).toMatchObject({ kind, action: 'change', name: own.name, after: webApi })
      expect(await differencesOf(own.name)).toHaveLength(1)
      expect((await write('adopt', chosen(own), '', '"other"')).status).toBe(412)
      expect((await admin.send('POST', `${address}/adopt`, chosen(own))).status).toBe(428)
      succeed(await write('adopt', chosen(own)))
      expect(await differencesOf(own.name)).toEqual([])
      const [version] = await versionsOf(own.name)
      expect(version).toMatchObject({ version: '2', user: 'admin', fields: webApi })
      expect(version.comment).toMatch(/^Taken over from the Web API\. /)
      // The previous content is a version, so that the change can be taken back.
      expect(await versionsOf(own.name)).toHaveLength(2)
    })

    test('adopting a new one needs a group', async () => {
      const added = await addedElsewhere()
      const refused = await write('adopt', chosen(added))
      expect([refused.status, refused.body.fields]).toEqual([400, { groupname: 'Required' }])
      expect((await write('adopt', { ...chosen(added), groupname: 'none' })).status).toBe(404)
      succeed(await write('adopt', { ...chosen(added), groupname: 'network' }))
      expect(await differencesOf(added.name)).toEqual([])
      const { body } = await admin.send('GET', `${path}/${encodeURIComponent(added.name)}`)
      expect(body).toMatchObject({ groupname: 'network', apiid: added.apiid })
      expect(await versionsOf(added.name)).toMatchObject([{ version: '1', comment: 'Taken over from the Web API.' }])
    })

    test('sending a changed one restores it in the Web API and records what it replaced', async () => {
      const own = await changedElsewhere()
      const both = (await read(own.apiid)).body
      const preview = await write('send', chosen(own), '?dry_run=true')
      expect(preview.body.changes[0]).toMatchObject({ before: both.webApi, after: both.console })
      succeed(await write('send', chosen(own)))
      expect(await differencesOf(own.name)).toEqual([])
      expect(await lastActivity(own.name)).toMatchObject({ action: 'change', before: both.webApi, after: both.console })
      const [version] = await versionsOf(own.name)
      expect(version.comment).toMatch(/^Sent to the Web API\. /)
    })

    test('sending a removed one adds it again, with another id', async () => {
      const own = await removedElsewhere()
      succeed(await write('send', chosen(own)))
      expect(await differencesOf(own.name)).toEqual([])
      const { body, etag = '' } = await admin.send('GET', `${path}/${encodeURIComponent(own.name)}`)
      expect(body.apiid).not.toBe(own.apiid)
      expect(await inWebApi(body.apiid)).toSatisfy((item) => nameInWebApi(item) === own.name)
      const deleted = await admin.send('DELETE', `${path}/${body.apiid}`, undefined, { 'if-match': etag })
      expect(deleted.status).toBeLessThan(300)
    })

    test('discarding deletes only what the console does not have, and records it', async () => {
      const [own, added] = [await changedElsewhere(), await addedElsewhere()]
      const refused = await write('discard', chosen(own))
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        `The console has the ${label} ${own.name} too: delete it there.`,
      ])
      const { webApi } = (await read(added.apiid)).body
      const preview = await write('discard', chosen(added), '?dry_run=true')
      expect(preview.body.changes).toMatchObject([{ kind, action: 'delete', name: added.name, before: webApi }])
      expect(await differencesOf(added.name)).toHaveLength(1)
      succeed(await write('discard', chosen(added)))
      expect(await inWebApi(added.apiid)).toBeUndefined()
      expect(await lastActivity(added.name)).toMatchObject({ action: 'delete', actor: 'admin', before: webApi })
    })

    test('an object with another name in the Web API can be sent, and adopted if its name is not fixed', async () => {
      const own = await given()
      const name = `${own.name} renamed`
      const renameElsewhere = () => callWebApi('PUT', `/${own.apiid}`, remoteInput(name, ids))
      await renameElsewhere()
      if (!isRenamable) {
        const refused = await write('adopt', chosen(own))
        expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['name']])
      }
      succeed(await write('send', chosen(own)))
      expect(await differencesOf(own.name)).toEqual([])
      if (!isRenamable) return
      await renameElsewhere()
      succeed(await write('adopt', chosen(own)))
      expect(await differencesOf(name)).toEqual([])
      expect((await admin.send('GET', `${path}/${encodeURIComponent(name)}`)).body.apiid).toBe(own.apiid)
      expect(await versionsOf(name)).toHaveLength(3)
    })

    test('lists that are null in the Web API are empty: the object is listed, read and sent', async () => {
      const own = await given()
      const { data } = (await callWebApi('GET', `/${own.apiid}`)) as { data: object[] }
      const withNulls = data.map((item) =>
        Object.fromEntries(Object.entries(item).map(([field, value]) => [field, Array.isArray(value) ? null : value])),
      )
      server.webApi.behave(lie(withNulls), 'GET')
      const { unreadable, differences } = await listed(kind)
      expect(unreadable).toEqual([])
      expect(differences).toContainEqual({ ...own, in: 'both' })
      expect((await read(own.apiid)).body.webApi).toMatchObject({ name: own.name })
      succeed(await write('send', chosen(own)))
      server.webApi.recover()
      expect(await differencesOf(own.name)).toEqual([])
    })

    test('a Web API that fails, or answers nothing or rubbish, deletes nothing and says so', async () => {
      const own = await given()
      const before = (await admin.send('GET', path)).body
      server.webApi.behave({ kind: 'refuse', status: 503 }, 'GET')
      expect(await listed(kind)).toMatchObject({
        inWebApi: null,
        failure: 'The Web API answered 503.',
        differences: [],
      })
      expect((await write('adopt', chosen(own), '', '*')).status).toBe(502)
      server.webApi.behave(lie([]), 'GET')
      const empty = await listed(kind)
      expect(empty).toMatchObject({ inWebApi: 0, failure: '' })
      expect(empty.differences).toContainEqual({ ...own, in: 'console' })
      expect((await write('discard', chosen(own), '', '*')).status).toBe(404)
      const unknown = { ...remoteInput(own.name, ids), services: 5, groups: 5, rules: 5, profiles: 5, id: own.apiid }
      server.webApi.behave(lie([unknown, 5]), 'GET')
      const unreadable = await listed(kind)
      expect(unreadable.unreadable).toMatchObject([
        { id: own.apiid, name: own.name },
        { id: '', name: '' },
      ])
      expect(unreadable.differences).not.toContainEqual(expect.objectContaining({ name: own.name }))
      server.webApi.recover()
      expect((await admin.send('GET', path)).body).toEqual(before)
    })

    const allFaults: [string, Behavior][] = [
      ['refuses it', { kind: 'refuse', status: 409 }],
      ['fails', { kind: 'refuse', status: 500 }],
      ['drops the connection', { kind: 'drop', carryOut: false }],
      ['drops the connection, having done it', { kind: 'drop', carryOut: true }],
      ['answers rubbish', { kind: 'rubbish' }],
    ]
    const faults = oneInTurn(
      allFaults,
      twoStoreKinds.findIndex((other) => other.kind === kind),
    )

    const writes = [
      ['send', changedElsewhere, 'PUT'],
      ['send', removedElsewhere, 'POST'],
      ['discard', addedElsewhere, 'DELETE'],
    ] as const
    test.each(faults)('after a Web API that %s, both stores agree or the difference is listed', async (_, behavior) => {
      for (const [action, prepare, method] of writes) {
        const own = await prepare()
        server.webApi.behave(behavior, method)
        const { status } = await write(action, chosen(own))
        expect(status).toBeGreaterThanOrEqual(400)
        server.webApi.recover()
        await server.recoverWrites()
        const left = await listed(kind)
        expect(left.openWrites).toEqual([])
        const isStored = (await admin.send('GET', `${path}/${encodeURIComponent(own.name)}`)).status === 200
        expect(isStored).toBe(action === 'send')
        const { data } = (await callWebApi('GET')) as { data: object[] }
        const isThere = data.some((item) => nameInWebApi(item) === own.name)
        const isListed = left.differences.some(({ name }: { name: string }) => name === own.name)
        expect(isListed || isStored === isThere).toBe(true)
      }
    })
  })
})

const chosen = ({ apiid }: { readonly apiid: string }) => ({ apiid })

const lie = (data: unknown): Behavior => ({
  kind: 'lie',
  status: 200,
  body: { status: { message: 'Success', code: '200' }, data },
})
