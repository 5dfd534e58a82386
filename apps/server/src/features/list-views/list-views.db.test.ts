import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('views of lists on $name', (database) => {
  let server: TestApp
  let [admin, member, stranger, south]: Client[] = []
  beforeAll(async () => {
    server = await startTestApp(database)
    ;[admin, member, stranger] = await Promise.all(['admin', 'member', 'stranger'].map((name) => server.as(name)))
    south = await server.as('admin', 'south.test')
  })
  afterAll(() => server.close())

  const view = (name: string, values: object = {}) => ({
    list: 'metrics',
    name,
    search: '?mtype=Active',
    shared: false,
    ...values,
  })
  const save = (client: Client | undefined, body: object) => (client as Client).send('POST', 'listviews', body)
  const remove = (client: Client | undefined, id: number) => (client as Client).send('DELETE', `listviews/${id}`)
  const namesFor = async (client: Client | undefined) =>
    (await (client as Client).send('GET', 'listviews')).body.map(({ name }: { readonly name: string }) => name)

  test('everybody has own views, of which others know nothing', async () => {
    const { status, body } = await save(member, view('mine'))
    expect([status, body]).toEqual([200, { ...view('mine'), id: body.id }])
    expect((await save(stranger, view('mine', { search: '?sort=-name' }))).status).toBe(200)
    expect((await (member as Client).send('GET', 'listviews')).body).toEqual([body])
    for (const client of [stranger, admin, south]) expect((await remove(client, body.id)).status).toBe(404)
    expect((await remove(member, body.id)).status).toBe(204)
    expect([await namesFor(member), await namesFor(stranger)]).toEqual([[], ['mine']])
  })

  test('superusers share views with their tenant; these writes are recorded, without own ones', async () => {
    const { body } = await save(admin, view('passive', { shared: true }))
    // Ids repeat over tenants.
    await sql`
      insert into list_views (tenant_id, id, list, name, search) overriding system value
      select id, ${body.id}, 'metrics', 'theirs', '' from tenants where name = 'SOUTH'`.execute(server.owner)
    expect(await namesFor(member)).toEqual(['passive'])
    expect((await save(member, view('passive', { shared: true }))).body.detail).toBe('Only superusers share views.')
    expect([(await save(member, view('passive'))).status, (await remove(member, body.id)).status]).toEqual([200, 403])
    await save(admin, view('active', { shared: true, former_name: 'passive' }))
    expect(await namesFor(member)).toEqual(['active', 'passive'])
    expect((await remove(admin, body.id)).status).toBe(204)
    expect([await namesFor(member), await namesFor(south)]).toEqual([['passive'], ['theirs']])
    const db = await server.tenant('NORTH')
    const rows = db
      .selectFrom('activity')
      .select(['action', 'object_name'])
      .where('kind', '=', 'listview')
      .orderBy(sql`number`)

    expect(await rows.execute()).toEqual([
      { action: 'add', object_name: 'passive of metrics' },
      { action: 'change', object_name: 'active of metrics' },
      { action: 'delete', object_name: 'active of metrics' },
    ])
  })

  test('a view is replaced by one of its name, and renamed unless another one has the name', async () => {
    const [{ body: first }] = [await save(admin, view('first')), await save(admin, view('second'))]
    expect((await save(admin, view('first', { search: '?group=ops' }))).body).toMatchObject({
      id: first.id,
      search: '?group=ops',
    })
    const taken = await save(admin, view('second', { former_name: 'first' }))
    expect([taken.status, taken.body.fields]).toEqual([409, { name: 'Already exists' }])
    expect((await save(admin, view('third', { former_name: 'none' }))).status).toBe(404)
    expect((await save(admin, view('first', { list: 'reports' }))).body.id).not.toBe(first.id)
  })

  test.each([
    { name: '' },
    { name: 'x'.repeat(65) },
    { name: 'a\u202eb' },
    { search: 'x'.repeat(4001) },
    { search: '\u0000' },
    { list: '' },
    { owner: 'ada' },
  ])('%j is refused', async (values) => {
    expect((await save(admin, view('never', values))).status).toBe(400)
  })

  test.each(['<script>', '__proto__', '../..', "'; drop table list_views; --", 'ünïcode ✓'.slice(0, 7)])(
    '%s is only a name',
    async (name) => {
      expect((await save(admin, view(name, { search: name }))).body).toMatchObject({ name, search: name })
      expect(await namesFor(admin)).toContain(name)
    },
  )

  test('a user has at most 200 views, and a save takes the same statements with many of them', async () => {
    const saved = () => server.statements(() => save(stranger, view('counted')))
    const { length } = await saved()
    for (let at = 2; at < 200; at += 1) await save(stranger, view(`view ${at}`))
    expect((await save(stranger, view('one too many'))).status).toBe(409)
    expect((await saved()).length).toBe(length)
  })

  test('the views of a user who is deleted are gone', async () => {
    const person = {
      username: 'leaving',
      first_name: '',
      last_name: '',
      email: 'a@b.test',
      is_superuser: false,
      is_active: true,
    }
    await (admin as Client).send('POST', 'users', { ...person, password: 'correct horse battery' })
    const leaving = server.browser('north.test')
    await leaving.send('GET', 'istenantschema')
    await leaving.send('POST', '/dj-rest-auth/login', { username: 'leaving', password: 'correct horse battery' })
    expect((await save(leaving, view('left over'))).status).toBe(200)
    await (admin as Client).send('DELETE', 'users/leaving', undefined, { 'if-match': '*' })
    const { rows } = await sql`select from list_views where name = 'left over'`.execute(server.owner)
    expect(rows).toEqual([])
  })
})
