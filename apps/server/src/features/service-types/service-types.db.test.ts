import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { webApiClient } from '#test/service-types.ts'
import { startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const topology = { name: 'APEL', title: 'Accounting', description: 'Of the topology.', tags: ['topology'] }
const own = { name: 'web.portal', title: 'Portal', description: 'A portal.', tags: ['poem'] }
const both = { name: 'SRM', title: 'Storage', description: 'Storage.', tags: ['poem', 'topology'] }
const stored = [topology, own, both]
const input = ({ name, title, description }: typeof own) => ({ name, title, description })
const lines = {
  topology: 'APEL | Accounting | Of the topology. | topology',
  own: 'web.portal | Portal | A portal. | poem',
  both: 'SRM | Storage | Storage. | poem | topology',
}

describe.each(databases)('service types on $name', (kind) => {
  let server: TestApp
  let connector: ReturnType<typeof webApiClient>
  beforeAll(async () => {
    server = await startTestApp(kind)
    connector = webApiClient(server)
  })
  afterAll(() => server.close())
  beforeEach(() => connector.replace(stored))

  const admin = () => server.as('admin')
  const read = async () => {
    const { body, etag = '' } = await (await admin()).send('GET', 'servicetypes')
    return { body, seen: { 'if-match': etag } }
  }
  const replace = async (types: readonly object[], headers?: Record<string, string>, query = '') =>
    (await admin()).send('POST', `replaceservicetypes${query}`, { servicetypes: types }, headers ?? (await read()).seen)
  const withTitles = async (useServiceTitle: boolean) => {
    await server.owner.updateTable('tenants').set({ use_service_title: useServiceTitle }).execute()
    server.clock.pass(60)
  }

  test('are those of the Web API, for members and for everybody', async () => {
    const names = ['APEL', 'SRM', 'web.portal']
    for (const answer of [
      await (await server.as('nobody')).send('GET', 'servicetypes'),
      await (await server.as()).send('GET', 'public_servicetypes'),
    ]) {
      expect(answer.body.map(({ name }: { name: string }) => name)).toEqual(names)
      expect(answer.body[1]).toEqual(both)
    }
  })

  test('have a page with the metrics and profiles that use them', async () => {
    const pairs = ['disk', 'web.http'].map((metric) => ({ service: 'web.portal', metric }))
    const profile = { name: 'CORE', groupname: 'operations', description: '', services: pairs }
    await (await admin()).send('POST', 'metricprofiles', profile)
    const metricprofiles = [{ name: 'CORE', metrics: ['disk', 'web.http'] }]
    const aggregated = (name: string, service: string) => ({
      name,
      groupname: 'operations',
      endpoint_group: 'sites',
      metric_operation: 'AND',
      profile_operation: 'AND',
      metric_profile: 'CORE',
      groups: [{ name: 'g', operation: 'OR', services: [{ name: service, operation: 'OR' }] }],
    })
    await (await admin()).send('POST', 'aggregations', aggregated('portals', 'web.portal'))
    await (await admin()).send('POST', 'aggregations', aggregated('others', 'web.portal.other'))
    const users = { metricprofiles, aggregationprofiles: ['portals'] }
    for (const path of ['servicetypes', 'public_servicetypes']) {
      expect((await (await admin()).send('GET', `${path}/web.portal`)).body).toEqual({ ...own, ...users })
    }
    expect((await (await admin()).send('GET', 'servicetypes/unknown')).status).toBe(404)
  })

  test('are changed by superusers only', async () => {
    const { seen } = await read()
    for (const user of ['member', 'nobody']) {
      const client = await server.as(user)
      const answer = await client.send('POST', 'replaceservicetypes', { servicetypes: [] }, seen)
      expect(answer.status).toBe(403)
    }
    expect(await connector.list()).toHaveLength(3)
  })

  test('are replaced as a list, without those of the topology', async () => {
    const added = { name: 'web.api', title: '', description: 'An API.' }
    const { status, body, etag } = await replace([{ ...input(own), description: 'New.' }, input(both), added])
    expect([status, body.detail]).toEqual([201, undefined])
    expect(await connector.list()).toEqual([
      lines.topology,
      lines.both,
      'web.api |  | An API. | poem',
      'web.portal | Portal | New. | poem',
    ])
    expect(etag?.split('.')[0]).toBe((await read()).seen['if-match'].split('.')[0]?.replace(/"?$/, '"'))
    const north = await server.tenant('NORTH')
    const activity = await north
      .selectFrom('activity')
      .select(['action', 'object_name'])
      .where('kind', '=', 'servicetype')
      .orderBy('object_name')
      .execute()
    expect(activity).toEqual([
      { action: 'add', object_name: 'web.api' },
      { action: 'change', object_name: 'web.portal' },
    ])
    const { body: versions } = await (await admin()).send('GET', 'tenantversion/servicetype/web.portal')
    expect(versions).toMatchObject([{ version: '1', user: 'admin', fields: { description: 'New.' } }])
  })

  test('of the topology stay there when the console drops its own entry', async () => {
    await replace([])
    expect(await connector.list()).toEqual([lines.topology, 'SRM | Storage | Storage. | topology'])
  })

  test('show in a dry run what would change, which writes nothing', async () => {
    const { body } = await replace([{ ...input(own), description: 'New.' }], undefined, '?dry_run=true')
    expect(body.changes).toMatchObject([
      { action: 'change', name: 'web.portal', before: { description: 'A portal.' }, after: { description: 'New.' } },
      { action: 'delete', name: 'SRM' },
    ])
    expect(await connector.list()).toEqual([lines.topology, lines.both, lines.own])
  })

  test('are not overwritten if somebody else has changed them', async () => {
    const { seen } = await read()
    await replace([{ ...input(own), description: 'Theirs.' }, input(both)])
    const { status, body } = await replace([{ ...input(own), description: 'Mine.' }, input(both)], seen)
    expect([status, body.code]).toEqual([412, 'stale_version'])
    expect((await connector.list()).at(-1)).toBe('web.portal | Portal | Theirs. | poem')
  })

  test('can be saved after a connector has run, and keep titles and descriptions', async () => {
    const { seen } = await read()
    const fresh = [
      { ...topology, description: 'Fresh.' },
      { name: 'NEW', description: 'New.', tags: ['topology'] },
    ]
    await connector.replace([...fresh, ...[own, both].map(({ title: _, ...type }) => type)])
    const { status, body } = await replace([{ ...input(own), description: 'Mine.' }, input(both)], seen)
    expect([status, body.detail]).toEqual([201, undefined])
    expect(await connector.list()).toEqual([
      'APEL | Accounting | Fresh. | topology',
      'NEW |  | New. | topology',
      lines.both,
      'web.portal | Portal | Mine. | poem',
    ])
  })

  test('are saved even if a connector runs at the same time', async () => {
    let runs = 0
    const before = async () => {
      server.webApi.recover()
      runs += 1
      await webApiClient(server).send('PUT', [{ ...topology, description: 'Just now.' }, own, both])
    }
    server.webApi.behave({ kind: 'wait', before }, 'PUT')
    const { status } = await replace([{ ...input(own), description: 'Mine.' }, input(both)])
    server.webApi.recover()
    expect([status, runs]).toEqual([201, 1])
    expect(await connector.list()).toEqual([
      'APEL | Accounting | Just now. | topology',
      lines.both,
      'web.portal | Portal | Mine. | poem',
    ])
  })

  test.each([
    ['a b', 'Name can only contain alphanumeric characters, punctuations, underscores and minuses'],
    ['a\\b', 'Name can only contain alphanumeric characters, punctuations, underscores and minuses'],
    ['', 'Name can only contain alphanumeric characters, punctuations, underscores and minuses'],
    ['history', 'This name is reserved'],
    ['APEL', 'Service type with this name already exists'],
    ['web.portal', 'Service type with this name already added'],
  ])('cannot have the name %s', async (name, message) => {
    const { status, body } = await replace([input(own), input(both), { name, title: 'T', description: 'd' }])
    const field = name === 'web.portal' ? 'servicetypes.2' : 'servicetypes.2.name'
    expect([status, body.fields]).toEqual([400, { [field]: message }])
    expect(await connector.list()).toHaveLength(3)
  })

  test('have a description, and a title of their own where titles are used', async () => {
    const types = [input(both), { ...input(own), description: ' ' }, { name: 'x', title: '', description: 'd' }]
    expect((await replace(types)).body.fields).toEqual({ 'servicetypes.1.description': 'Description cannot be empty.' })
    await withTitles(true)
    const titles = ['Accounting', '', 'Same', 'Same']
    const added = titles.map((title, index) => ({ name: `n${index}`, title, description: 'd' }))
    expect((await replace([input(own), input(both), ...added])).body.fields).toEqual({
      'servicetypes.2.title': 'Service type with this title already exists',
      'servicetypes.3.title': 'Title cannot be empty.',
      'servicetypes.5.title': 'Service type with this title already added',
    })
    await withTitles(false)
  })

  test('keep their title where titles are not used, which the response says', async () => {
    const added = { name: 'titled', title: 'T', description: 'd' }
    const info = 'Titles are not used here: one was left out.'
    const { seen } = await read()
    const types = [input(own), input(both), added]
    expect((await replace(types, seen)).body).not.toHaveProperty('info')
    const answer = await (await admin()).send(
      'PUT',
      'servicetypes',
      { ...added, title: 'U', description: 'new' },
      whatever,
    )
    expect(answer.body).toMatchObject({ title: 'T', description: 'new', info })
    const renamed = [input(own), input(both), { ...added, title: 'V' }]
    const { seen: seenAfterwards } = await read()
    expect((await replace(renamed, seenAfterwards, '?dry_run=true')).body.notices).toEqual({ info })
    // What the list has already is sent again.
    expect((await replace([input(own), input(both)])).body).not.toHaveProperty('info')
  })

  test('that another program has stored against the rules stay as they are', async () => {
    const odd = { name: 'odd name', title: '', description: '', tags: ['poem'] }
    await connector.replace([...stored, odd])
    const { status, body } = await replace([{ ...input(own), description: 'New.' }, input(both), input(odd)])
    expect([status, body.detail]).toEqual([201, undefined])
    expect(await connector.list()).toContain('odd name |  |  | poem')
  })

  test('are added, changed, deleted and restored one by one', async () => {
    const client = await admin()
    const name = 'web.one'
    const add = await client.send('POST', 'servicetypes', { name, description: 'One.' })
    expect([add.status, add.body]).toEqual([
      201,
      { name, title: '', description: 'One.', tags: ['poem'], metricprofiles: [], aggregationprofiles: [] },
    ])
    const taken = await client.send('POST', 'servicetypes', { name: 'APEL', description: 'x' })
    expect([taken.status, taken.body.fields]).toEqual([409, { name: 'Service type with this name already exists' }])
    const seen = { 'if-match': add.etag ?? '' }
    const change = await client.send('PUT', 'servicetypes', { name, description: 'Two.' }, seen)
    expect([change.status, change.body.description]).toEqual([200, 'Two.'])
    expect((await client.send('PUT', 'servicetypes', { name, description: 'Three.' }, seen)).status).toBe(412)
    const now = { 'if-match': change.etag ?? '' }
    const restored = `servicetypes?restored_from=1`
    const restore = await client.send('PUT', restored, { name, description: 'One.' }, now)
    expect(restore.body.description).toBe('One.')
    const { body: versions } = await client.send('GET', `tenantversion/servicetype/${name}`)
    expect(versions[0]).toMatchObject({ version: '3', comment: expect.stringMatching(/^Restored version 1\./) })
    const remove = await client.send('DELETE', `servicetypes/${name}`, undefined, { 'if-match': restore.etag ?? '' })
    expect(remove.status).toBe(204)
    expect(await connector.list()).toEqual([lines.topology, lines.both, lines.own])
    const again = await client.send('POST', 'servicetypes', { name, description: 'Again.' })
    expect(again.status).toBe(201)
    expect((await client.send('GET', `tenantversion/servicetype/${name}`)).body).toHaveLength(4)
  })

  const addMany = async (types: readonly object[], query = '') =>
    (await admin()).send('POST', `addservicetypes${query}`, { servicetypes: types })

  test('are added together while others write the list, and the addition is undone without loss', async () => {
    const added = ['web.a', 'web.b'].map((name) => ({ name, title: '', description: 'Line one.\nLine two.' }))
    const { body: preview } = await addMany(added, '?dry_run=true')
    expect(preview.changes).toMatchObject(added.map(({ name }) => ({ action: 'add', name })))
    const { status, body, etag = '' } = await addMany(added)
    expect([status, body.detail]).toEqual([201, undefined])
    expect(body.servicetypes).toMatchObject([topology, both, ...added, own])
    expect(await connector.list()).toContain('web.a |  | Line one.\nLine two. | poem')
    const rest = [input(own), input(both)]
    expect((await replace(rest, { 'if-match': etag })).status).toBe(201)
    expect(await connector.list()).toEqual([lines.topology, lines.both, lines.own])
  })

  test('are added all or none, and a refusal names each field', async () => {
    const refused = await addMany([
      { name: 'APEL', description: 'd' },
      { name: 'web.new', description: 'd' },
      { name: 'web.portal', description: 'd' },
    ])
    const exists = 'Service type with this name already exists'
    expect([refused.status, refused.body.fields]).toEqual([
      409,
      { 'servicetypes.0.name': exists, 'servicetypes.2.name': exists },
    ])
    const invalid = await addMany([
      { name: 'web.new', description: ' ' },
      { name: 'a b', description: 'd' },
    ])
    expect([invalid.status, invalid.body.fields]).toEqual([
      400,
      {
        'servicetypes.0.description': 'Description cannot be empty.',
        'servicetypes.1.name': 'Name can only contain alphanumeric characters, punctuations, underscores and minuses',
      },
    ])
    const twice = await addMany(['x', 'x'].map((name) => ({ name, description: 'd' })))
    expect(twice.body.fields).toEqual({ 'servicetypes.1': 'Service type with this name already added' })
    expect((await addMany([])).body.fields).toEqual({ servicetypes: 'Name at least one service type' })
    expect(await connector.list()).toHaveLength(3)
  })

  test('of the topology cannot be changed or deleted', async () => {
    const client = await admin()
    const message = { name: 'This service type comes from the topology, and can be changed only there' }
    const change = await client.send('PUT', 'servicetypes', { name: 'APEL', description: 'x' }, { 'if-match': '*' })
    const remove = await client.send('DELETE', 'servicetypes/APEL', undefined, { 'if-match': '*' })
    for (const { status, body } of [change, remove]) expect([status, body.fields]).toEqual([400, message])
  })

  test('are saved in at most 12 statements, however many change', async () => {
    const types = (description: string) =>
      Array.from({ length: 500 }, (_, index) => ({ name: `type.${index}`, title: '', description }))
    const counts: number[] = []
    for (const list of [types('one').slice(0, 1), types('two'), types('three')]) {
      const { seen } = await read()
      const statements = await server.statements(() => replace(list, seen))
      counts.push(statements.filter((text) => !/^(begin|commit|start|set)/i.test(text)).length)
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(12)
    expect(counts[2]).toBe(counts[0])
  })

  test('of another tenant are neither seen nor changed', async () => {
    const south = await server.as('admin', 'south.test')
    expect((await south.send('GET', 'servicetypes')).body).toEqual([])
    expect((await south.send('GET', 'servicetypes/web.portal')).status).toBe(404)
    await south.send('POST', 'servicetypes', { name: 'web.portal', description: 'Of the south.' })
    expect(await connector.list()).toEqual([lines.topology, lines.both, lines.own])
    const versions = await (await admin()).send('GET', 'tenantversion/servicetype/web.portal')
    expect(JSON.stringify(versions.body)).not.toContain('Of the south.')
  })
})
