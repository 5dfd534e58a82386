import { databases } from '@quatrain/platform/testing/databases.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addOwnKey } from '#test/own-key.ts'
import { startTestApp, type TestApp, whatever } from '#test/test-app.ts'

describe.each(databases)('the administration page on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  const hints = async (host: 'north.test' | 'south.test' | 'super.test' = 'north.test') =>
    (await (await server.as('admin', host)).send('GET', 'administration')).body

  test('names users without a group and groups without users, of this tenant only', async () => {
    const admin = await server.as('admin')
    const [before, elsewhere] = [await hints(), await hints('south.test')]
    const person = { first_name: '', last_name: '', email: 'a@example.org', is_superuser: false, is_active: true }
    const password = 'a long enough password'
    for (const more of [
      { username: 'aa-alone' },
      { username: 'ab-inactive', is_active: false },
      { username: 'ac-superuser', is_superuser: true },
      { username: 'ad-member', groupsofreports: ['operations'] },
    ]) {
      expect((await admin.send('POST', 'users/', { ...person, ...more, password })).status).toBe(201)
    }
    const group = { name: 'aa-empty', items: [], users: [] }
    expect((await admin.send('POST', 'reportsgroup', group)).status).toBe(201)

    const after = await hints()
    expect(after.usersWithoutGroups.count).toBe(before.usersWithoutGroups.count + 1)
    expect(after.usersWithoutGroups.first[0]).toBe('aa-alone')
    expect(after.groupsWithoutUsers.count).toBe(before.groupsWithoutUsers.count + 1)
    expect(after.groupsWithoutUsers.first).toContainEqual({ kind: 'reports', name: 'aa-empty' })
    expect(after.counts.users).toBe(before.counts.users + 4)
    expect(after.counts.groupofreports).toBe(before.counts.groupofreports + 1)
    expect(after.superusersWithoutFactor.count).toBe(before.superusersWithoutFactor.count + 1)
    expect(after.superusersWithoutFactor.first).toContain('ac-superuser')
    expect(await hints('south.test')).toEqual(elsewhere)

    await admin.send('PUT', 'reportsgroup', { ...group, users: ['aa-alone'] }, whatever)
    expect(await hints()).toMatchObject({
      usersWithoutGroups: before.usersWithoutGroups,
      groupsWithoutUsers: before.groupsWithoutUsers,
    })
  })

  test('names active superusers until they have confirmed an authenticator app', async () => {
    const admin = await server.as('admin', 'south.test')
    const codeOf = (secret: string) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now().getTime() })
    expect((await hints('south.test')).superusersWithoutFactor).toEqual({ count: 1, first: ['admin'] })
    const { body } = await admin.send('POST', 'secondfactor/app')
    expect((await hints('south.test')).superusersWithoutFactor.count).toBe(1)
    expect((await admin.send('POST', 'secondfactor/app/confirm', { code: codeOf(body.secret) })).status).toBe(200)
    expect((await hints('south.test')).superusersWithoutFactor).toEqual({ count: 0, first: [] })
  })

  test('in the super-tenant counts the catalogue, and has no hints about groups', async () => {
    const { counts, usersWithoutGroups, groupsWithoutUsers } = await hints('super.test')
    expect(counts).toMatchObject({ tenants: expect.any(Number), metrictags: expect.any(Number) })
    expect(counts).not.toHaveProperty('groupofreports')
    expect([usersWithoutGroups, groupsWithoutUsers]).toEqual([
      { count: 0, first: [] },
      { count: 0, first: [] },
    ])
  })

  test('takes two statements besides the session', async () => {
    await hints()
    const seen = await server.statements(hints)
    expect(seen.filter((statement) => /lonely|last_used_at/.test(statement))).toHaveLength(2)
  })

  const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString()

  test('counts the keys of users that have expired, or will within 14 days', async () => {
    const admin = await server.as('admin')
    await addOwnKey(admin, { name: 'late', expires: inDays(15) })
    expect((await hints()).expiringUserKeys).toBe(0)
    await addOwnKey(admin, { name: 'soon', expires: inDays(14) })
    expect([(await hints()).expiringUserKeys, (await hints('south.test')).expiringUserKeys]).toEqual([1, 0])
  })

  test('the home page counts the own keys of the user, of any role, that have expired or will within 14 days', async () => {
    const member = await server.as('member')
    await addOwnKey(member, { name: 'of a member', expires: inDays(14) })
    const chief = await server.as('admin', 'super.test')
    await addOwnKey(chief, { name: 'of the super-tenant', expires: inDays(1) })
    const homes = [
      [await server.as('admin'), 'home'],
      [member, 'home'],
      [await server.as('stranger'), 'home'],
      [await server.as('admin', 'south.test'), 'home'],
      [chief, 'catalogue_home'],
    ] as const
    const counts: number[] = []
    for (const [client, path] of homes) counts.push((await client.send('GET', path)).body.expiringOwnKeys)
    expect(counts).toEqual([1, 1, 0, 0, 1])
  })
})
