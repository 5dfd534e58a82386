import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const noGroups = {
  groupsofmetrics: [],
  groupsofmetricprofiles: [],
  groupsofaggregations: [],
  groupsofthresholdsprofiles: [],
}
const someone = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.org',
  is_superuser: false,
  is_active: true,
}
const chosen = 'a long enough password'

describe.each(databases)('users on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
  })
  afterAll(() => server.close())

  const add = async (username: string, more: object = {}) => {
    const answer = await admin.send('POST', 'users/', { ...someone, username, password: chosen, ...more })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body
  }
  const changeOf = ({ pk, username }: { pk: number; username: string }, more: object) =>
    admin.send('PUT', 'users/', { ...someone, username, pk, ...more }, whatever)
  const signIn = async (username: string, given = chosen, host: Host = 'north.test') => {
    const browser = server.browser(host)
    await browser.send('GET', 'istenantschema')
    const { status } = await browser.send('POST', '/dj-rest-auth/login/', { username, password: given })
    return { browser, status }
  }
  const isSignedIn = async (browser: Client) => (await browser.send('GET', 'sessionactive/true')).body.active

  test('are added with an account, a profile and groups at once', async () => {
    const added = await add('ada', { displayname: 'Ada', groupsofreports: ['operations', 'network', 'operations'] })
    const { body, etag } = await admin.send('GET', 'users/ada')
    expect(body).toEqual({
      ...someone,
      ...noGroups,
      pk: added.pk,
      username: 'ada',
      displayname: 'Ada',
      subject: '',
      egiid: '',
      groupsofreports: ['network', 'operations'],
      date_joined: '2030-01-01T08:00:00.000Z',
      last_login: '',
    })
    expect(etag).toBeDefined()
    expect((await admin.send('GET', 'userprofile/ada')).body).toMatchObject({
      displayname: 'Ada',
      subject: '',
      egiid: '',
    })
    const { body: groups } = await admin.send('GET', 'usergroups/ada')
    expect(groups.result).toMatchObject({ reports: ['network', 'operations'], metrics: [] })
    expect((await signIn('ada')).status).toBe(200)
  })

  test('several are changed all or none, by the rules of single changes, and changed back by what the answer says', async () => {
    const ann = await add('ann', { groupsofreports: ['network'] })
    const cat = await add('cat')
    const { browser } = await signIn('ann')
    const writeTo = async (user: { pk: number; username: string }, more: object) => ({
      input: { ...someone, username: user.username, pk: user.pk, ...more },
      base: (await admin.send('GET', `users/${user.username}`)).etag,
    })
    const send = (writes: readonly object[], preview?: string) =>
      admin.send(
        'POST',
        preview === undefined ? 'changeusers?dry_run=true' : 'changeusers',
        { writes },
        preview === undefined ? {} : { 'if-preview-match': preview },
      )
    const writes = [
      await writeTo(ann, { is_active: false }),
      await writeTo(cat, { groupsofreports: ['network', 'operations'] }),
    ]
    const { body: preview } = await send(writes)
    expect(preview.changes.map(({ name }: { name: string }) => name)).toEqual(['ann', 'cat'])
    const warning = 'Sessions (1) and keys (0) of ann end for good, also if the user is activated again.'
    expect(preview.notices).toEqual({ warning })
    expect(await isSignedIn(browser)).toBe(true)
    expect((await send(writes, 'another')).status).toBe(412)
    const done = await send(writes, preview.preview)
    expect(done.body).toMatchObject({ warning, inverse: [{ input: { is_active: true } }, { input: { pk: cat.pk } }] })
    expect(await isSignedIn(browser)).toBe(false)
    expect((await send(writes)).body).toMatchObject({ code: 'stale_version', detail: expect.stringMatching(/^ann: /) })
    const { body: versions } = await admin.send('GET', 'tenantversion/user/cat')
    expect(versions[0].comment).toBe('Added groups of reports network and operations.')
    expect((await send(done.body.inverse, '*')).status).toBe(200)
    expect((await admin.send('GET', 'users/ann')).body).toMatchObject({ is_active: true, groupsofreports: ['network'] })
    expect((await admin.send('GET', 'users/cat')).body.groupsofreports).toEqual([])
    const { body: self } = await admin.send('GET', 'users/admin')
    const refused = await send(
      [await writeTo(cat, { is_active: false }), await writeTo(self, { is_active: false })],
      '*',
    )
    expect(refused.body.detail).toMatch(/^admin: .*You cannot deactivate yourself/)
    const unknown = await send([await writeTo(cat, { groupsofreports: ['unknown'] })], '*')
    expect(unknown.body.detail).toBe('cat: Group of reports does not exist.')
    expect((await admin.send('GET', 'users/cat')).body.is_active).toBe(true)
  })

  test('an absent list of groups stays, a present one replaces, and nothing is done with an unknown group', async () => {
    const bob = await add('bob', { groupsofreports: ['operations'], groupsofmetrics: ['network'] })
    const changed = await changeOf(bob, { groupsofmetrics: ['operations'] })
    expect(changed.body).toMatchObject({ groupsofreports: ['operations'], groupsofmetrics: ['operations'] })
    const refused = await changeOf(bob, { first_name: 'Lost', groupsofreports: [], groupsofmetrics: ['unknown'] })
    expect(refused.status).toBe(404)
    expect(refused.body).toMatchObject({
      detail: 'Group of metrics does not exist.',
      fields: { groupsofmetrics: 'Group of metrics does not exist.' },
    })
    expect((await admin.send('GET', 'users/bob')).body).toMatchObject({
      first_name: 'Ada',
      groupsofreports: ['operations'],
      groupsofmetrics: ['operations'],
    })
    const { body: versions } = await admin.send('GET', 'tenantversion/user/bob')
    expect(versions.map(({ comment }: { comment: string }) => comment)).toEqual([
      'Deleted groups of metrics network. Added groups of metrics operations.',
      'Initial version.',
    ])
  })

  test('of other programs are written in two steps, of which the second can be repeated', async () => {
    await add('two-steps')
    const profile = { username: 'two-steps', displayname: 'Two', subject: 'CN=Two', egiid: 'two@idp' }
    const failed = await admin.send('POST', 'userprofile/', { ...profile, groupsofreports: ['unknown'] })
    expect(failed.body).toMatchObject({ code: 'not_found', detail: 'Group of reports does not exist.' })
    for (const _ of ['first', 'repeated']) {
      const done = await admin.send('POST', 'userprofile/', { ...profile, groupsofreports: ['network'] })
      expect(done.status).toBe(201)
    }
    const other = await admin.send('POST', 'userprofile/', { ...profile, displayname: 'Other' })
    expect(other.status).toBe(409)
    expect((await admin.send('PUT', 'userprofile/', { ...profile, displayname: 'Other' }, whatever)).status).toBe(200)
    expect((await admin.send('GET', 'users/two-steps')).body).toMatchObject({
      displayname: 'Other',
      subject: 'CN=Two',
      groupsofreports: ['network'],
    })
    expect((await admin.send('PUT', 'userprofile/', { ...profile, username: 'nope' }, whatever)).body.detail).toBe(
      'User does not exist.',
    )
  })

  test.each([
    ['username', '', 'Required'],
    ['username', 'a'.repeat(31), 'Username must be 30 characters or fewer.'],
    ['username', 'a b', 'Letters, numbers and @/./+/-/_ characters'],
    ['username', 'add', 'This name is reserved'],
    ['email', '', 'Required'],
    ['email', 'nobody', 'Enter valid email.'],
    ['password', '', 'Required'],
    ['password', 'Aa3$567', 'Your password must contain at least 8 characters.'],
    ['password', '8123049567', 'Your password cannot be entirely numeric.'],
    ['password', 'xX-Invalid-Xx', 'Your password cannot contain your username.'],
    ['password', 'Superman1', 'Your password is too common.'],
  ])('with %s "%s" are refused: %s', async (field, value, message) => {
    const user = { ...someone, username: 'invalid', password: chosen, [field]: value }
    const { status, body } = await admin.send('POST', 'users/', user)
    expect({ status, message: body.fields?.[field] }).toEqual({ status: 400, message })
  })

  test('with a name that is taken are refused', async () => {
    const { status, body } = await admin.send('POST', 'users/', { ...someone, username: 'member', password: chosen })
    expect([status, body.detail]).toEqual([409, 'User with this username already exists.'])
    const nobody = (await admin.send('GET', 'users/nobody')).body
    const renamed = await changeOf(nobody, { username: 'member' })
    expect([renamed.status, renamed.body.detail]).toEqual([409, 'User with this username already exists.'])
  })

  test('with a name that differs from another only in capital letters are refused; existing ones stay', async () => {
    const refusal = {
      detail: 'User member already exists: usernames must differ in more than capital letters.',
      fields: { username: 'Differs from member only in capital letters' },
    }
    const added = await admin.send('POST', 'users/', { ...someone, username: 'Member', password: chosen })
    expect(added).toMatchObject({ status: 409, body: refusal })
    const nobody = (await admin.send('GET', 'users/nobody')).body
    const renamed = await changeOf(nobody, { username: 'MEMBER' })
    expect(renamed).toMatchObject({ status: 409, body: refusal })

    const north = await server.tenant('NORTH')
    const joined = { email: '', first_name: '', last_name: '', date_joined: new Date(), last_login: null }
    const account = { ...joined, password_hash: null }
    await north
      .insertInto('users')
      .values({ ...account, username: 'NOBODY' })
      .execute()
    const stored = (await admin.send('GET', 'users/NOBODY')).body
    expect((await changeOf(stored, { first_name: 'Changed' })).status).toBe(200)
    expect((await changeOf(stored, { username: 'somebody' })).status).toBe(200)
    // In other letters than its own.
    expect((await changeOf(stored, { username: 'Somebody' })).status).toBe(200)
  })

  test('with the mail address of another are noted, in the preview too', async () => {
    const email = 'shared@example.org'
    for (const username of ['shares-1', 'shares-2'])
      await add(username, { email: username === 'shares-1' ? email : 'Shared@example.org' })
    const more = { ...someone, username: 'shares-3', password: chosen, email }
    const warning = 'Users shares-1, shares-2 have the same email address.'
    const preview = await admin.send('POST', 'users/?dry_run=true', more)
    expect(preview.body.notices).toEqual({ warning })
    const { body } = await admin.send('POST', 'users/', more)
    expect(body).toMatchObject({ warning })
    expect((await changeOf(body, { email, first_name: 'Not about the address' })).body).not.toHaveProperty('warning')
    expect((await changeOf(body, { email: 'own@example.org' })).body).not.toHaveProperty('warning')
    expect((await changeOf(body, { email })).body).toMatchObject({ warning })
  })

  test('are read by superusers, and each by themselves', async () => {
    const member = await server.as('member')
    expect((await member.send('GET', 'users')).body.map(({ username }: { username: string }) => username)).toEqual([
      'member',
    ])
    expect((await member.send('GET', 'users/member')).body).toMatchObject({ groupsofreports: ['operations'] })
    for (const path of ['users', 'userprofile', 'usergroups']) {
      for (const name of ['admin', 'unknown']) {
        const { status, body } = await member.send('GET', `${path}/${name}`)
        expect([status, body.detail]).toEqual([403, 'You do not have permission to fetch users other than yourself.'])
      }
      expect((await admin.send('GET', `${path}/unknown`)).status).toBe(404)
    }
  })

  test('nobody deletes, demotes or deactivates themselves', async () => {
    const { body: oneself } = await admin.send('GET', 'users/admin')
    const own = { ...someone, username: 'admin', pk: oneself.pk, is_superuser: true }
    for (const [flag, message] of [
      ['is_superuser', 'You cannot remove your own superuser status.'],
      ['is_active', 'You cannot deactivate yourself.'],
    ] as const) {
      const { status, body } = await admin.send('PUT', 'users/', { ...own, [flag]: false }, whatever)
      expect([status, body.fields]).toEqual([400, { [flag]: message }])
    }
    const { status, body } = await admin.send('DELETE', 'users/admin', undefined, whatever)
    expect([status, body.detail]).toEqual([400, 'You cannot delete yourself.'])
  })

  test('of two superusers who demote or delete each other at once, one stays', async () => {
    const [left, right] = [await add('left', { is_superuser: true }), await add('right', { is_superuser: true })]
    const { browser: asLeft } = await signIn('left')
    const { browser: asRight } = await signIn('right')
    const north = await server.tenant('NORTH')
    const setAdmin = (is_superuser: boolean) =>
      north.updateTable('users').set({ is_superuser }).where('username', '=', 'admin').execute()
    await setAdmin(false)
    const demoted = (user: { pk: number; username: string }) => ({ ...someone, username: user.username, pk: user.pk })
    const answers = await Promise.all([
      asLeft.send('PUT', 'users/', demoted(right), whatever),
      asRight.send('PUT', 'users/', demoted(left), whatever),
    ])
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, expect.any(Number)])
    expect([400, 403]).toContain(statuses[1])
    const remaining = north.selectFrom('users').select('username').where('is_superuser', '=', true)
    const inNorth = remaining.where('username', 'in', ['left', 'right']).execute()
    expect(await inNorth).toHaveLength(1)
    await setAdmin(true)
    server.clock.pass(2)
    for (const { pk, username } of [left, right]) await changeOf({ pk, username }, { is_superuser: false })
  })

  test('a deactivated or deleted user is signed out at once, and the name stays in histories', async () => {
    const user = await add('leaver', { is_superuser: true })
    const { browser } = await signIn('leaver')
    expect(await isSignedIn(browser)).toBe(true)
    expect((await browser.send('GET', 'users')).status).toBe(200)
    await browser.send('POST', 'metricconfiguration', {
      name: 'kept',
      global_attributes: [],
      host_attributes: [],
      metric_parameters: [],
    })
    expect((await changeOf(user, { is_superuser: true, is_active: false })).status).toBe(200)
    expect((await browser.send('GET', 'users')).status).toBe(401)
    expect((await signIn('leaver')).status).toBe(401)
    expect((await changeOf(user, { is_active: true })).status).toBe(200)
    // The old session has ended for good.
    expect(await isSignedIn(browser)).toBe(false)
    const { browser: again } = await signIn('leaver')
    expect((await again.send('GET', 'users')).status).toBe(200)
    expect((await admin.send('DELETE', 'users/leaver', undefined, whatever)).status).toBe(204)
    expect((await again.send('GET', 'users')).status).toBe(401)
    const { body: versions } = await admin.send('GET', 'tenantversion/metricoverride/kept')
    expect(versions[0].user).toBe('leaver')
    expect((await admin.send('GET', 'tenantversion/user/leaver')).status).toBe(200)
  })

  test('rights that change are used by the next request', async () => {
    const user = await add('newcomer')
    const { browser } = await signIn('newcomer')
    const groupsNow = async () => (await browser.send('GET', 'sessionactive/true')).body.userdetails.groups.reports
    await browser.send('GET', 'users')
    expect(await groupsNow()).toEqual([])
    await changeOf(user, { groupsofreports: ['network'] })
    expect(await groupsNow()).toEqual(['network'])
  })

  test('are changed on the version that was read, and a dry run changes nothing', async () => {
    const user = await add('versioned')
    const { etag = '' } = await admin.send('GET', 'users/versioned')
    const body = { ...someone, username: 'versioned', pk: user.pk, last_name: 'Lovelace' }
    expect((await admin.send('PUT', 'users/', body)).status).toBe(428)
    const dry = await admin.send('PUT', 'users/?dry_run=true', body, { 'if-match': etag })
    expect(dry.body.changes).toMatchObject([{ kind: 'user', name: 'versioned', action: 'change' }])
    expect((await admin.send('PUT', 'users/', body, { 'if-match': etag })).status).toBe(200)
    expect((await admin.send('PUT', 'users/', body, { 'if-match': etag })).status).toBe(412)
    const removal = await admin.send('DELETE', 'users/versioned?dry_run=true', undefined, whatever)
    expect(removal.body.changes).toMatchObject([{ kind: 'user', name: 'versioned', action: 'delete' }])
    expect((await admin.send('GET', 'users/versioned')).body.last_name).toBe('Lovelace')
  })

  test('a password is in no answer, version or row of the activity log', async () => {
    const secret = 'nobody-may-ever-read-this'
    const answer = await admin.send('POST', 'users/', { ...someone, username: 'quiet', password: secret })
    const refused = await admin.send('POST', 'users/', { ...someone, username: 'quiet', password: secret })
    const dry = await admin.send('POST', 'users/?dry_run=true', { ...someone, username: 'other', password: secret })
    expect([answer.status, refused.status, dry.status]).toEqual([201, 409, 200])
    const versions = await server.owner.selectFrom('versions').select('document').execute()
    const activity = await server.owner.selectFrom('activity_with_documents').select(['before', 'after']).execute()
    const { password_hash } = await server.owner
      .selectFrom('users')
      .select('password_hash')
      .where('username', '=', 'quiet')
      .executeTakeFirstOrThrow()
    for (const shown of [answer.body, refused.body, dry.body, versions, activity]) {
      expect(JSON.stringify(shown)).not.toContain(secret)
      expect(JSON.stringify(shown)).not.toContain(password_hash)
    }
  })

  test('a user without an address can be changed without one, and keeps the address otherwise', async () => {
    const { body: stranger } = await admin.send('GET', 'users/stranger')
    expect(stranger.email).toBe('')
    expect((await changeOf(stranger, { email: '' })).status).toBe(200)
    const user = await add('reachable')
    expect((await changeOf(user, { email: '' })).body.fields).toEqual({ email: 'Required' })
  })

  test('exist in the super-tenant too, without groups', async () => {
    const root = await server.as('admin', 'super.test')
    const user = { ...someone, username: 'operator', password: chosen }
    expect((await root.send('POST', 'users/', user)).status).toBe(201)
    expect((await root.send('GET', 'users/operator')).body).toMatchObject({ groupsofreports: [] })
    expect((await signIn('operator', chosen, 'super.test')).status).toBe(200)
    expect((await root.send('GET', 'userprofile/operator')).status).toBe(404)
    expect((await signIn('operator')).status).toBe(401)
  })

  test('10,000 of them are paged, filtered and saved with few statements', async () => {
    const root = await server.as('admin', 'south.test')
    const south = await server.tenant('SOUTH')
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      username: `u${String(at).padStart(5, '0')}`,
      first_name: `Given ${at % 7}`,
      last_name: 'Family',
      email: `u${at}@example.org`,
      password_hash: null,
      last_login: null,
      is_active: at % 10 !== 0,
    }))
    for (let at = 0; at < many.length; at += 2_000) {
      await south
        .insertInto('users')
        .values(many.slice(at, at + 2_000))
        .execute()
    }
    const page = (query: string) => root.send('GET', `pagedusers?${query}`)
    const { body } = await page('limit=20&page=2&username=U00&is_active=yes&sort=-username')
    expect(body.total).toBe(900)
    expect(body.rows).toHaveLength(20)
    expect(body.rows[0]).toMatchObject({ username: 'u00977', email: 'u977@example.org', is_active: true })
    expect(JSON.stringify(body).length).toBeLessThan(5_000)
    const { body: byName } = await page('limit=2&sort=first_name&last_name=fam')
    expect(byName.rows.map(({ username }: { username: string }) => username)).toEqual(['u00000', 'u00007'])
    const reads = await server.statements(() => page('limit=20&email=example'))
    expect(reads.length).toBeLessThanOrEqual(9)
    const { body: one } = await root.send('GET', 'users/u00005')
    const change = { ...someone, username: 'u00005', pk: one.pk, groupsofreports: ['network', 'operations'] }
    const writes = await server.statements(() => root.send('PUT', 'users/', change, whatever))
    expect(writes.length).toBeLessThanOrEqual(12)
    expect((await root.send('GET', 'users')).body).toHaveLength(10_005)
  })
})
