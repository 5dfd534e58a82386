import { type GroupKind, groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { groups, wordsOfGroups } from '@quatrain/contract/resources/group.ts'
import { blankUser, groupsField, users } from '@quatrain/contract/resources/user.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { rowsOfKeptPlans } from '@quatrain/platform/testing/rows-of-plan.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUsersOfGroup } from '#features/users/users.effects.ts'
import { collectChanges, inTransaction } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { addSampled } from '#test/sampled.ts'
import { otherProfiles } from '#test/stored-samples.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'
import { grouped } from './grouped-kinds.ts'
import * as repository from './groups.repository.ts'

/** How objects of a kind are read, and what their field for the group is called. */
const objectsOf: Readonly<Record<GroupKind, { path: string; history: string; field: 'group' | 'groupname' }>> = {
  reports: { path: 'reports', history: 'report', field: 'groupname' },
  metrics: { path: 'metric', history: 'metric', field: 'group' },
  aggregations: { path: 'aggregations', history: 'aggregationprofile', field: 'groupname' },
  metricprofiles: { path: 'metricprofiles', history: 'metricprofile', field: 'groupname' },
  thresholdsprofiles: { path: 'thresholdsprofiles', history: 'thresholdsprofile', field: 'groupname' },
}

interface Affected {
  readonly kind: string
  readonly name: string
  readonly action: string
}
const told = ({ changes }: { changes: Affected[] }) =>
  changes.map(({ kind, name, action }) => `${action} ${kind} ${name}`).toSorted()

describe.each(databases)('groups on $name', (database) => {
  // The embedded database runs in this process, and would keep it busy for many seconds.
  const many = database.name === 'PostgreSQL' ? 2_000 : 500
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(database)
    await addSampled(server)
    admin = await server.as('admin')
  })
  afterAll(() => server.close())

  describe.each(groupKinds)('of %s', (kind) => {
    const { path, history, field } = objectsOf[kind]
    const group = `${kind}group`
    const { label } = groups[kind]
    const kindOfGroup = `groupof${kind}`
    /** The name of an object that exists, and that every test finds in the group `operations`. */
    const object = kind === 'metrics' ? 'web.http' : 'CORE'
    const any = { 'if-match': '*' }
    const add = (name: string, items: readonly string[] = [], more = {}) =>
      admin.send('POST', group, { name, items, ...more })
    const read = (name: string) => admin.send('GET', `${group}/${name}`)
    const change = (body: object, headers: Record<string, string> = any, query = '') =>
      admin.send('PUT', `${group}${query}`, body, headers)
    const remove = (name: string, query = '', headers: Record<string, string> = any) =>
      admin.send('DELETE', `${group}/${name}${query}`, undefined, headers)
    const merge = (name: string, into: string, query = '') =>
      admin.send('POST', `${group}/merge${query}`, { name, into }, any)
    const groupOfObject = async () => (await admin.send('GET', `${path}/${object}`)).body[field]
    const lastVersion = async () => (await admin.send('GET', `tenantversion/${history}/${object}`)).body[0]

    beforeEach(async () => {
      const { body } = await read('operations')
      if (!body.result.includes(object)) await change({ name: 'operations', items: [...body.result, object] })
    })

    test('the list of a change is complete: others lose the group, and each object gets a version', async () => {
      await add('taking')
      const preview = await change({ name: 'taking', items: [object] }, any, '?dry_run=true')
      expect(told(preview.body)).toEqual([`change ${kindOfGroup} taking`, `change ${history} ${object}`].toSorted())
      expect(await groupOfObject()).toBe('operations')

      const before = await lastVersion()
      expect((await change({ name: 'taking', items: [object] })).status).toBe(200)
      expect(await groupOfObject()).toBe('taking')
      expect((await read('operations')).body.result).not.toContain(object)
      expect(await lastVersion()).toMatchObject({
        comment: `Changed ${field}.`,
        fields: { ...before.fields, [field]: 'taking' },
      })
      await change({ name: 'taking', items: [] })
      expect(await groupOfObject()).toBe('')
      expect(await lastVersion()).toMatchObject({
        comment: `Deleted ${field}.`,
        fields: { ...before.fields, [field]: '' },
      })
      const versions = (await admin.send('GET', `tenantversion/${kindOfGroup}/taking`)).body
      expect(versions[0].comment).toMatch(/^Deleted .* "/)
      await remove('taking')
    })

    test('a rename follows through to the objects, their versions and their entity tags', async () => {
      const { body, etag = '' } = await read('operations')
      const seen = await admin.send('GET', `${path}/${object}`)
      const rename = { id: body.id, name: 'renamed', items: body.result }
      const preview = await change(rename, any, '?dry_run=true')
      expect(told(preview.body)).toEqual(
        [
          `change ${kindOfGroup} renamed`,
          ...body.result.map((name: string) => `change ${history} ${name}`),
          // Its rule gives new users this group.
          ...(kind === 'metrics' ? ['change identityprovider NORTH: CORE'] : []),
        ].toSorted(),
      )
      const renamed = await change(rename, { 'if-match': etag })
      expect(renamed).toMatchObject({ status: 200, body: { name: 'renamed', users: ['member'] } })
      expect(renamed.etag).toBe((await read('renamed')).etag)
      expect(await groupOfObject()).toBe('renamed')
      expect((await admin.send('GET', `${path}/${object}`)).etag).not.toBe(seen.etag)
      expect(await lastVersion()).toMatchObject({ comment: `Changed ${field}.`, fields: { [field]: 'renamed' } })
      expect((await read('operations')).status).toBe(404)
      server.clock.pass(2)
      const { body: state } = await (await server.as('member')).send('GET', 'sessionactive/true')
      expect(state.userdetails.groups[kind]).toEqual(['renamed'])
      expect((await change({ ...rename, name: 'operations' })).status).toBe(200)
      expect(await groupOfObject()).toBe('operations')
    })

    test('a delete leaves objects without a group, and lists them before', async () => {
      await add('going', [object], { users: ['nobody'] })
      const preview = await remove('going', '?dry_run=true')
      expect(told(preview.body)).toEqual([`delete ${kindOfGroup} going`, `change ${history} ${object}`].toSorted())
      expect(preview.body.changes[0].before).toEqual({ name: 'going', items: [object], users: ['nobody'] })
      expect((await remove('going')).status).toBe(204)
      expect(await groupOfObject()).toBe('')
      expect(await lastVersion()).toMatchObject({ comment: `Deleted ${field}.`, fields: { [field]: '' } })
      expect((await remove('going')).status).toBe(404)
      const { body: rows } = await admin.send('GET', path)
      expect(rows.map(({ name }: { name: string }) => name)).toContain(object)
      server.clock.pass(2)
      const member = await server.as('member')
      const { status } = await member.send('DELETE', `${path}/${object}`, undefined, any)
      expect(status).toBeGreaterThanOrEqual(403)
    })

    test('the messages are those of the specification', async () => {
      expect((await add('operations')).body.detail).toBe(wordsOfGroups(kind).takenMessage)
      const detail = (action: string) => `You do not have permission to ${action} ${label.many}.`
      const member = await server.as('member')
      expect((await member.send('POST', group, { name: 'mine' })).body.detail).toBe(detail('add'))
      const put = await member.send('PUT', group, { name: 'operations', items: [] }, any)
      expect([put.status, put.body.detail]).toEqual([403, detail('change')])
      const { body } = await change({ name: 'never', items: [] })
      expect(body.detail).toBe(`Group of ${wordsOfGroups(kind).items} does not exist.`)
    })

    test('who joins, leaves, or stays while the group is renamed gets a version, by whom it was', async () => {
      const name = `reader-of-${kind}`
      const password = 'correct horse battery'
      const email = 'reader@example.org'
      const names = { first_name: 'Rea', last_name: 'Der' }
      const rights = { is_superuser: false, is_active: true, [groupsField[kind]]: ['operations'] }
      await admin.send('POST', 'users/', { username: name, email, password, ...names, ...rights })
      const versions = async (): Promise<{ user: string; comment: string; fields: Record<string, string[]> }[]> =>
        (await admin.send('GET', `tenantversion/user/${name}`)).body
      const seen = await admin.send('GET', `users/${name}`)

      const preview = await admin.send('POST', `${group}?dry_run=true`, { name: 'alumni', items: [], users: [name] })
      expect(told(preview.body)).toEqual([`add ${kindOfGroup} alumni`, `change user ${name}`])
      expect(await versions()).toHaveLength(1)
      await add('alumni', [], { users: [name, 'nobody'] })
      await change({ name: 'alumni', items: [], users: [name] })
      const { body } = await read('alumni')
      await change({ id: body.id, name: 'veterans', items: [] })
      await change({ name: 'veterans', items: [], users: [] })

      const { label } = users.compared[groupsField[kind]]
      expect((await versions()).map(({ user, comment, fields }) => [user, comment, fields[groupsField[kind]]])).toEqual(
        [
          ['admin', `Deleted ${label} veterans.`, ['operations']],
          ['admin', `Deleted ${label} alumni. Added ${label} veterans.`, ['operations', 'veterans']],
          ['admin', `Added ${label} alumni.`, ['alumni', 'operations']],
          ['admin', 'Initial version.', ['operations']],
        ],
      )
      const meanwhile = { pk: seen.body.pk, username: name, email, ...names, ...rights }
      expect((await admin.send('PUT', 'users/', meanwhile, { 'if-match': seen.etag ?? '' })).status).toBe(412)
      await remove('veterans')
      expect((await admin.send('DELETE', `users/${name}`, undefined, any)).status).toBe(204)
    })

    // Nothing of the following depends on where the objects are stored.
    if (kind !== 'metrics' && kind !== 'reports') return

    test('are listed with the numbers of their objects and users; objects without a group are offered', async () => {
      await add('listed', [object], { users: ['member', 'nobody'] })
      const { body } = await admin.send('GET', `groupsof${kind}`)
      expect(body).toContainEqual({ name: 'listed', items: 1, users: 2 })
      expect((await read('listed')).body).toEqual({
        id: expect.any(Number),
        name: 'listed',
        result: [object],
        users: ['member', 'nobody'],
      })
      const free = async (query = '') => (await admin.send('GET', `${group}${query}`)).body
      expect((await free()).result).not.toContain(object)
      await change({ name: 'listed', items: [] })
      expect((await free()).result).toContain(object)
      const found = await free(`?limit=1&search=${object.toUpperCase()}`)
      expect(found).toEqual({ result: [object], total: 1 })
      expect((await free('?search=%25')).result).toEqual([])
      await remove('listed')
    })

    test('a merge moves all objects to the other group and deletes this one', async () => {
      await add('from', [object])
      await add('into')
      const { etag } = await read('into')
      const preview = await merge('from', 'into', '?dry_run=true')
      expect(told(preview.body)).toEqual(
        [`delete ${kindOfGroup} from`, `change ${kindOfGroup} into`, `change ${history} ${object}`].toSorted(),
      )
      expect(await merge('from', 'from')).toMatchObject({
        status: 400,
        body: { fields: { into: 'Must be another group' } },
      })
      expect(await merge('from', 'never')).toMatchObject({ status: 400 })
      expect((await merge('from', 'into')).status).toBe(200)
      expect(await groupOfObject()).toBe('into')
      expect((await read('from')).status).toBe(404)
      expect((await read('into')).body.result).toEqual([object])
      expect((await change({ name: 'into', items: [] }, { 'if-match': etag ?? '' })).status).toBe(412)
      await remove('into')
    })

    test('a group that was changed meanwhile is not overwritten, nor one that got an object elsewhere', async () => {
      await add('busy')
      const { etag = '' } = await read('busy')
      expect((await change({ name: 'busy', items: [] }, {})).status).toBe(428)
      await add('other', [object])
      const moved = await read('other')
      await change({ name: 'busy', items: [object] })
      expect(await change({ name: 'busy', items: [] }, { 'if-match': etag })).toMatchObject({
        status: 412,
        body: { code: 'stale_version' },
      })
      expect((await remove('other', '', { 'if-match': moved.etag ?? '' })).status).toBe(412)
      expect((await read('busy')).body.result).toEqual([object])
      for (const name of ['busy', 'other']) await remove(name)
    })

    test('a version is restored, with the name, the objects and the users that it had', async () => {
      await add('restored', [object], { users: ['nobody'] })
      const { id } = (await read('restored')).body
      await change({ id, name: 'changed', items: [], users: [] })
      const { body: versions } = await admin.send('GET', `tenantversion/${kindOfGroup}/changed`)
      const fields = versions.at(-1).fields
      expect((await change({ id, ...fields }, any, `?restored_from=1`)).status).toBe(200)
      expect((await read('restored')).body).toMatchObject({ id, result: [object], users: ['nobody'] })
      await remove('restored')
      const again = await admin.send('POST', group, fields)
      expect(again).toMatchObject({ status: 201, body: { result: [object], users: ['nobody'] } })
      await remove('restored')
    })

    if (kind !== 'reports') return

    test.each([
      [{ name: '', items: [] }, 400, { name: 'This field is required' }],
      [{ name: '1a', items: [] }, 400, { name: groupNameMessage }],
      [{ name: 'a b', items: [] }, 400, { name: groupNameMessage }],
      [{ name: 'history', items: [] }, 400, { name: 'This name is reserved' }],
      [{ name: 'x'.repeat(81), items: [] }, 400, { name: 'Must be 80 characters or fewer' }],
      [{ name: 'fresh', items: ['no such'] }, 400, { 'items.0': 'no such does not exist' }],
      [{ name: 'fresh', items: [], users: ['member', 'stranger2'] }, 400, { 'users.1': 'stranger2 does not exist' }],
      [{ name: 'operations', items: [] }, 409, { name: 'Already exists' }],
    ])('%j is refused, and nothing is stored', async (body, status, fields) => {
      const before = (await admin.send('GET', `groupsof${kind}`)).body
      expect(await admin.send('POST', group, body)).toMatchObject({ status, body: { fields } })
      expect((await admin.send('GET', `groupsof${kind}`)).body).toEqual(before)
    })
  })

  test('takes the same number of statements for many objects and users as for one', async () => {
    const any = { 'if-match': '*' }
    const tenant = await server.tenant('SOUTH')
    const south = await server.as('admin', 'south.test')
    const inTransaction = async (work: () => Promise<{ status: number }>) => {
      const statements = await server.statements(async () => expect((await work()).status).toBeLessThan(300))
      const begin = statements.findIndex((statement) => statement.startsWith('begin'))
      return statements.indexOf('commit', begin) - begin + 1
    }
    async function everyWrite(items: readonly string[], users: readonly string[]) {
      const counts: number[] = []
      const count = async (work: () => Promise<{ status: number }>) => counts.push(await inTransaction(work))
      await count(() => south.send('POST', 'thresholdsprofilesgroup', { name: 'few', items, users }))
      const { body } = await south.send('GET', 'thresholdsprofilesgroup/few')
      await count(() => south.send('PUT', 'thresholdsprofilesgroup', { id: body.id, name: 'many', items }, any))
      await south.send('POST', 'thresholdsprofilesgroup', { name: 'target', items: [] })
      await count(() => south.send('POST', 'thresholdsprofilesgroup/merge', { name: 'many', into: 'target' }, any))
      await count(() => south.send('DELETE', 'thresholdsprofilesgroup/target', undefined, any))
      return counts
    }
    const one = await everyWrite(['SOUTHERN'], ['member'])
    const names = Array.from({ length: many - 1 }, (_, index) => `copy ${index}`)
    await sql`
      insert into thresholds_profiles (apiid, name, rules, metric_names)
      select gen_random_uuid(), copy, rules, metric_names
      from thresholds_profiles, unnest(${names}::text[]) as copy where name = 'SOUTHERN'`.execute(tenant)
    await sql`
      insert into versions (kind, object_id, number, name, document, author, created_at, comment)
      select known.kind, profile.id, 1, profile.name, known.document, 'x', now(), ''
      from thresholds_profiles as profile, versions as known
      where profile.name like 'copy %' and known.kind = 'thresholdsprofile' and known.name = 'SOUTHERN' and known.number = 1`.execute(
      tenant,
    )
    const people = Array.from({ length: 500 }, (_, index) => `person-${index}`)
    await sql`
      insert into users (username, first_name, last_name, email, date_joined, is_active)
      select username, '', '', '', now(), true from unnest(${people}::text[]) as username`.execute(tenant)
    await sql`
      insert into versions (kind, object_id, number, name, document, author, created_at, comment)
      select 'user', id, 1, username, ${JSON.stringify(blankUser)}::json, 'x', now(), ''
      from users where username like 'person-%'`.execute(tenant)
    expect(await everyWrite(['SOUTHERN', ...names], people)).toEqual(one)
    expect(Math.max(...one)).toBeLessThanOrEqual(12)
    const { body } = await south.send('GET', 'tenantversion/thresholdsprofile/copy%20498')
    expect(body.map(({ comment }: { comment: string }) => comment)).toEqual([
      ...['Deleted groupname.', 'Changed groupname.', 'Changed groupname.', 'Added groupname.', ''],
    ])
    expect((await south.send('GET', 'tenantversion/user/person-499')).body).toHaveLength(4)
  })

  test('500 groups of a kind with many members are listed, offered and read with as many statements as few', async () => {
    const south = await server.as('admin', 'south.test')
    const tenant = await server.tenant('SOUTH')
    const paths = ['groupsofmetrics', 'usergroups', 'metricsgroup/network', 'pagedusers?limit=20']
    const costs = async () => {
      const counts: number[] = []
      for (const path of paths) {
        const seen = await server.statements(async () => expect((await south.send('GET', path)).status).toBe(200))
        counts.push(seen.length)
      }
      return counts
    }
    await costs()
    const few = await costs()
    const name = (at: number) => `g${String(at).padStart(3, '0')}`
    const names = Array.from({ length: 500 }, (_, at) => name(at))
    const members = Array.from({ length: many }, (_, at) => `listed-${at}`)
    await sql`insert into groups (kind, name) select 'metrics', unnest(${names}::text[])`.execute(tenant)
    await sql`
      insert into users (username, first_name, last_name, email, date_joined, is_active)
      select username, '', '', '', now(), true from unnest(${members}::text[]) as username`.execute(tenant)
    await sql`
      insert into group_members (user_id, group_id)
      select users.id, owner.id from users join groups as owner
        on owner.kind = 'metrics' and owner.name = 'g' || lpad((users.id % 500)::text, 3, '0')
      where users.username like 'listed-%'`.execute(tenant)
    expect(await costs()).toEqual(few)
    const { body: rows } = await south.send('GET', 'groupsofmetrics')
    const listed: { name: string; users: number }[] = rows.filter((row: { name: string }) => names.includes(row.name))
    expect(listed).toHaveLength(500)
    expect(listed.reduce((sum, { users }) => sum + users, 0)).toBe(many)
    // About forty bytes for each group, without its members.
    expect(JSON.stringify(rows).length).toBeLessThan(30_000)
    expect(JSON.stringify((await south.send('GET', 'usergroups')).body).length).toBeLessThan(20_000)
  })

  test('a group of a tenant that is newer than the statistics is read and changed in a few passes over the tenant', async () => {
    const added = { name: 'NEW', schema_name: 'new', domain_url: 'new.test' }
    await server.tenancy.everyTenant.insertInto('tenants').values(added).execute()
    server.tenancy.forget()
    const tenant = await server.tenant('NEW')
    for (const name of ['users', 'groups', 'group_members', 'metric_profiles']) {
      const table = sql.table(name)
      await sql`alter table ${table} set (autovacuum_enabled = off)`.execute(server.owner)
      await sql`analyze ${table}`.execute(server.owner)
    }
    const numbers = Array.from({ length: 2_000 }, (_, at) => at)
    const usernames = numbers.map((at) => `planned-${at}`)
    const items = numbers.map((at) => `PLANNED-${at}`)
    await sql`
      insert into users (username, first_name, last_name, email, date_joined, is_active)
      select username, '', '', '', now(), true from unnest(${usernames}::text[]) as username`.execute(tenant)
    await sql`
      insert into metric_profiles (apiid, name) select gen_random_uuid(), unnest(${items}::text[])`.execute(tenant)
    const group = { ...(await repository.insert(tenant, 'metricprofiles', 'planned')), name: 'planned' }
    const handled = await inTransaction(await server.context('NEW'), async (context) => {
      const ctx = await collectChanges(context)
      const assign = async (db: Db, from: number) => {
        await setUsersOfGroup({ ...ctx, db }, 'metricprofiles', group, usernames.slice(from, 50))
        await grouped.metricprofiles.regroup(db, { group, items: items.slice(from, 50) })
      }
      await assign(ctx.db, 0)
      return rowsOfKeptPlans(ctx.db, async (db) => {
        await repository.findIfThere(db, 'metricprofiles', group)
        await assign(db, 1)
      })
    })
    expect(handled).toHaveLength(3)
    expect(Math.max(...handled)).toBeLessThan(20 * numbers.length)
  })

  test('the group of imported metrics can be neither renamed nor deleted', async () => {
    const any = { 'if-match': '*' }
    const { body } = await admin.send('GET', 'metricsgroup/NORTH')
    const rename = await admin.send('PUT', 'metricsgroup', { id: body.id, name: 'SOUTH', items: body.result }, any)
    const remove = await admin.send('DELETE', 'metricsgroup/NORTH', undefined, any)
    const merge = await admin.send('POST', 'metricsgroup/merge', { name: 'NORTH', into: 'network' }, any)
    for (const refused of [rename, remove, merge]) {
      expect(refused).toMatchObject({ status: 409, body: { code: 'in_use' } })
      expect(refused.body.detail).toContain('imported metrics are assigned to it')
    }
  })

  test('only superusers change an object without a group, and give it one', async () => {
    const any = { 'if-match': '*' }
    await admin.send('POST', 'thresholdsprofiles', {
      name: 'lone',
      groupname: 'network',
      ...otherProfiles.thresholdsprofiles,
    })
    const { body } = await admin.send('GET', 'thresholdsprofilesgroup/network')
    const items = body.result.filter((name: string) => name !== 'lone')
    await admin.send('PUT', 'thresholdsprofilesgroup', { name: 'network', items }, any)
    const { body: lone } = await admin.send('GET', 'thresholdsprofiles/lone')
    expect(lone.groupname).toBe('')
    const { description: _, ...content } = lone
    const assign = { ...content, groupname: 'network' }
    expect((await (await server.as('stranger')).send('PUT', 'thresholdsprofiles', assign, any)).status).toBe(403)
    expect(await admin.send('PUT', 'thresholdsprofiles', content, any)).toMatchObject({
      status: 400,
      body: { fields: { groupname: 'Required' } },
    })
    expect((await admin.send('PUT', 'thresholdsprofiles', assign, any)).body).toMatchObject({ groupname: 'network' })
  })
})

const groupNameMessage =
  'Name can contain alphanumeric characters, dash and underscore, but must always begin with a letter'
