import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { groups } from '@quatrain/contract/resources/group.ts'
import { groupsField } from '@quatrain/contract/resources/user.ts'
import { oneInTurn } from '@quatrain/contract/testing/extent.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const password = 'a long enough password'
const usernames = ['-', '0', '...', '__proto__', 'constructor', 'ROOT', 'a+b@example.org', '+'.repeat(30)]

/** Of the person: identity providers send any text. */
const texts = [
  `O'Brien "x"; -- \\`,
  '<b>&amp;</b>',
  '100% _ %25 %00',
  '王小明 \u{1f680}',
  '\u05e2\u05d1\u05e8\u05d9\u05ea \u202e abc',
  'e\u0301 \u00a0 \u200b e',
  '__proto__',
  '1\n2\t3',
]

const newNames = ['constructor', 'hasOwnProperty', `x${'-_'.repeat(39)}y`]

/** Of groups that older versions and the names of tenants have made. */
const oldNames = [
  '__proto__',
  '0',
  'a / b?c#d&e=f',
  '100% [x] %2F',
  `it's "\\"; --`,
  '\u017c\u00f3\u0142w \u4e2d\u6587',
  '...',
  'end/',
]

describe.each(databases)('names of people and their groups on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
    const north = await server.tenant('NORTH')
    const rows = groupKinds.flatMap((kind) => oldNames.map((name) => ({ kind, name })))
    await north.insertInto('groups').values(rows).execute()
  })
  afterAll(() => server.close())

  const at = (path: string, name: string) => `${path}/${encodeURIComponent(name)}`
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await admin.send(method, path, body, whatever)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const found = async (query: Record<string, string>): Promise<string[]> =>
    (await send('GET', `pagedusers?${new URLSearchParams({ limit: '100', ...query })}`)).rows.map(
      ({ username }: { username: string }) => username,
    )
  const comments = async (kind: string, name: string): Promise<string[]> =>
    (await send('GET', at(`tenantversion/${kind}`, name))).map(({ comment }: { comment: string }) => comment)

  const flags = { is_superuser: false, is_active: true }

  test.each(usernames)('a user named %s is added, found, logged in, renamed and deleted', async (username) => {
    const person = { username, first_name: '', last_name: '', email: 'x@example.org', ...flags }
    const { pk } = await send('POST', 'users/', { ...person, password })
    expect(await send('GET', at('users', username))).toMatchObject({ ...person, pk })
    expect(await found({ username })).toContain(username)
    expect((await send('GET', 'users')).map((user: typeof person) => user.username)).toContain(username)

    const browser = server.browser()
    await browser.send('GET', 'istenantschema')
    expect((await browser.send('POST', '/dj-rest-auth/login', { username, password })).status).toBe(200)
    expect((await browser.send('GET', at('users', username))).body).toMatchObject({ username })

    await send('PUT', 'users/', { ...person, pk, username: 'renamed' })
    expect((await admin.send('GET', at('users', username))).status).toBe(404)
    await send('PUT', 'users/', { ...person, pk })
    expect(await comments('user', username)).toEqual(['Changed username.', 'Changed username.', 'Initial version.'])
    await send('DELETE', at('users', username))
    expect(await comments('user', username)).toHaveLength(3)
  })

  test('all characters of the name of a person are stored, and found as they are typed', async () => {
    const of = (text: string) => ({ first_name: text, last_name: text, displayname: text, subject: text, egiid: text })
    for (const [index, text] of texts.entries()) {
      const person = { username: `person-${index}`, email: 'x@example.org', ...flags, ...of(text) }
      await send('POST', 'users/', { ...person, password })
      expect(await send('GET', `users/${person.username}`)).toMatchObject(person)
      const [version] = await send('GET', `tenantversion/user/${person.username}`)
      expect(version.fields).toMatchObject(person)
    }
    for (const [index, text] of texts.entries())
      expect(await found({ first_name: text }), text).toEqual([`person-${index}`])
    expect(await found({ last_name: '%' })).toEqual(['person-2'])
    expect(await found({ last_name: '\\' })).toEqual(['person-0'])
  })

  describe.each(groupKinds)('groups of %s', (kind) => {
    const { path, listPath } = groups[kind]
    const kindOfGroup = groups[kind].kind
    const field = groupsField[kind]
    const member = `member-of-${kind}`
    beforeAll(async () => {
      const person = { username: member, first_name: '', last_name: '', email: 'x@example.org', ...flags }
      await send('POST', 'users/', { ...person, password })
    })

    // The statements of all kinds are the same, so outside a full run one kind gets all names.
    const listed = async (): Promise<string[]> =>
      (await send('GET', listPath)).map(({ name }: { name: string }) => name)

    test('all old names are listed, and given to a user at once', async () => {
      expect(await listed()).toEqual(expect.arrayContaining(oldNames))
      const { result } = await send('GET', 'usergroups')
      expect(result[kind]).toEqual(expect.arrayContaining(oldNames))
      const { pk, username, first_name, last_name, email } = await send('GET', `users/${member}`)
      const changed = await send('PUT', 'users/', {
        pk,
        username,
        first_name,
        last_name,
        email,
        ...flags,
        [field]: oldNames,
      })
      expect(changed[field].toSorted()).toEqual(oldNames.toSorted())
      expect((await send('GET', `usergroups/${member}`)).result[kind].toSorted()).toEqual(oldNames.toSorted())
      const [version] = await send('GET', `tenantversion/user/${member}`)
      expect(version.fields[field].toSorted()).toEqual(oldNames.toSorted())
      for (const name of oldNames) expect((await send('GET', at(path, name))).users).toEqual([member])
    })

    test.each(kind === 'metrics' ? oldNames : oneInTurn(oldNames, groupKinds.indexOf(kind)))(
      'the old name %s is replaced, everywhere',
      async (name) => {
        const { id, result } = await send('GET', at(path, name))
        await send('PUT', path, { id, name, items: result, users: [member, 'admin'] })
        await send('PUT', path, { id, name: 'valid', items: result })
        expect((await admin.send('GET', at(path, name))).status).toBe(404)
        expect((await send('GET', `${path}/valid`)).users).toEqual(['admin', member])
        const [version] = await send('GET', `tenantversion/user/${member}`)
        expect(version.fields[field]).toContain('valid')
        expect(version.fields[field]).not.toContain(name)
        expect(await comments(kindOfGroup, name)).toEqual(await comments(kindOfGroup, 'valid'))
        await send('DELETE', `${path}/valid`)
        expect(await listed()).not.toContain(name)
      },
    )

    test.each(kind === 'metrics' ? newNames : oneInTurn(newNames, groupKinds.indexOf(kind)))(
      '%s is a valid name, to be added, renamed and merged',
      async (name) => {
        const { id } = await send('POST', path, { name, items: [], users: [member] })
        expect(await send('GET', at(path, name))).toEqual({ id, name, result: [], users: [member] })
        expect(await listed()).toContain(name)
        await send('PUT', path, { id, name: 'other', items: [] })
        await send('PUT', path, { id, name, items: [] })
        expect((await comments(kindOfGroup, name)).slice(0, 2)).toEqual(['Changed name.', 'Changed name.'])
        await send('POST', path, { name: 'target', items: [] })
        await send('POST', `${path}/merge`, { name, into: 'target' })
        expect(await listed()).not.toContain(name)
        await send('DELETE', `${path}/target`)
      },
    )
  })
})
