import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectSuccess } from '#test/expect-success.ts'
import type { Client, Host, TestApp } from '#test/test-app.ts'
import { startTestApp } from '#test/test-app.ts'
import { addReferenced } from '#test/two-store-kinds.ts'
import { expectAgreement, openIntents } from '#test/two-stores.ts'

const unknownChange = { code: 'invalid_input', fields: { changes: 'There is no such change' } }
const groupname = 'operations'
const disk = { metric: 'disk', thresholds: 'time=1s;0:2;9:' }
const cpu = { metric: 'cpu', thresholds: 'time=1s;0:3;9:' }
const tls = { metric: 'web.tls', thresholds: 'time=1s;0:4;9:' }
type Rule = typeof disk

let made = 0

describe.each(databases)('changes on $name', (database) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(database)
    await addReferenced(server)
    admin = await server.as('admin')
  })
  afterAll(() => server.close())
  afterEach(async () => {
    expect(await openIntents(server)).toEqual([])
    await expectAgreement(server)
  })

  /** The rules of a thresholds profile; undefined if there is none of this name. */
  const rulesOf = async (name: string, client = admin): Promise<Rule[] | undefined> => {
    const { status, body } = await client.send('GET', `thresholdsprofiles/${name}`)
    return status === 200 ? body.rules : undefined
  }
  const metricsOf = async (name: string) => (await rulesOf(name))?.map(({ metric }) => metric).toSorted()
  const save = async (name: string, rules: readonly Rule[], client = admin) => {
    const { body } = expectSuccess(await client.send('GET', `thresholdsprofiles/${name}`))
    const changed = { name, groupname, rules, apiid: body.apiid }
    return expectSuccess(await client.send('PUT', 'thresholdsprofiles', changed, { 'if-match': '*' }))
  }
  const add = async (name: string, rules: readonly Rule[], client = admin) =>
    expectSuccess(await client.send('POST', 'thresholdsprofiles', { name, groupname, rules })).body.apiid
  const invert = (body: object, client = admin) => client.send('POST', 'changerequests/inverse', body)
  const apply = (id: number, client = admin) =>
    client.send('POST', `changerequests/${id}/settle`, { action: 'apply', effects: '*' })
  const stateOf = async (id: number) => (await admin.send('GET', `changerequests/${id}`)).body
  /** The numbers of the last rows of the activity log about objects of this name, the newest first. */
  const numbersOf = async (name: string, client = admin): Promise<number[]> =>
    (await client.send('GET', `changes?name=${name}`)).body.rows.map(({ number }: { number: number }) => number)
  const takeBack = async (changes: readonly number[], client = admin) =>
    expectSuccess(await apply(expectSuccess(await invert({ changes }, client)).body.id, client))

  /** An applied request that adds a profile with a metric that the tenant lacks, changes one and deletes one. */
  async function applied() {
    made += 1
    const [added, changed, deleted] = [`added${made}`, `changed${made}`, `deleted${made}`]
    const changedId = await add(changed, [disk])
    const deletedId = await add(deleted, [tls])
    const kind = 'thresholdsprofile'
    const writes = [
      { kind, operation: 'add', input: { name: added, groupname, rules: [cpu] } },
      { kind, operation: 'change', input: { name: changed, groupname, rules: [disk, cpu], apiid: changedId } },
      { kind, operation: 'remove', input: { key: deletedId } },
      {
        kind: 'metricprofile',
        operation: 'add',
        input: { name: added, groupname, description: '', services: [{ service: 's', metric: 'web.tls' }] },
      },
    ]
    const { body } = expectSuccess(await admin.send('POST', 'changerequests', { title: `Change ${made}`, writes }))
    expectSuccess(await apply(body.id))
    return { id: body.id, title: `Change ${made}`, added, changed, deleted }
  }

  test('of several service types are taken back by one write', async () => {
    const listOf = async () =>
      (await admin.send('GET', 'servicetypes')).body
        .filter(({ name }: { name: string }) => name.startsWith('listed'))
        .map(({ name, description }: Record<string, string>) => `${name}: ${description}`)
    const typesOf = (...descriptions: string[]) => ({
      servicetypes: descriptions.map((description, index) => ({ name: `listed${index}`, description })),
    })
    expectSuccess(await admin.send('POST', 'addservicetypes', typesOf('As it was')))
    const writes = [{ kind: 'servicetype', operation: 'replaceAll', input: typesOf('Changed', 'Added') }]
    const { id } = expectSuccess(await admin.send('POST', 'changerequests', { title: 'Types', writes })).body
    expectSuccess(await apply(id))
    expect(await listOf()).toEqual(['listed0: Changed', 'listed1: Added'])
    expectSuccess(await apply(expectSuccess(await invert({ request: id })).body.id))
    expect(await listOf()).toEqual(['listed0: As it was'])
  })

  test('of a request are taken back by its inverse, with what others have changed since', async () => {
    const { id, title, added, changed, deleted } = await applied()
    expect([await metricsOf(added), await metricsOf(changed), await rulesOf(deleted)]).toEqual([
      ['cpu'],
      ['cpu', 'disk'],
      undefined,
    ])
    await save(changed, [disk, cpu, tls])
    const { status, body: inverse } = await invert({ request: id })
    expect([status, inverse.title, inverse.state]).toEqual([201, `Revert: ${title}`, 'draft'])
    // Metrics that the profile has added go with it.
    expect(
      inverse.writes.map(({ kind, operation }: Record<string, string>) => `${operation} ${kind}`).toSorted(),
    ).toEqual([
      'change thresholdsprofile',
      'remove metricprofile',
      'remove thresholdsprofile',
      'restore thresholdsprofile',
    ])
    expect((await stateOf(id)).state).toBe('applied')
    expectSuccess(await apply(inverse.id))
    expect([await rulesOf(added), await metricsOf(changed), await metricsOf(deleted)]).toEqual([
      undefined,
      ['disk', 'web.tls'],
      ['web.tls'],
    ])
    expect((await admin.send('GET', `metricprofiles/${added}`)).status).toBe(404)
    const { body: versions } = await admin.send('GET', `tenantversion/thresholdsprofile/${deleted}`)
    // The second one is its deletion.
    expect(versions.map(({ id }: { id: number }) => id)).toEqual([3, 1])
    const { state, comments } = await stateOf(id)
    expect([state, comments.at(-1)]).toMatchObject([
      'reverted',
      { action: 'revert', text: `Change request ${inverse.id} has taken it back.` },
    ])
    expect(await invert({ request: id })).toMatchObject({
      status: 400,
      body: { fields: { state: 'The change request is reverted' } },
    })
    // The inverse can be taken back, too.
    expectSuccess(await apply(expectSuccess(await invert({ request: inverse.id })).body.id))
    expect([await metricsOf(added), await metricsOf(changed), await rulesOf(deleted)]).toEqual([
      ['cpu'],
      ['cpu', 'disk', 'web.tls'],
      undefined,
    ])
  })

  test('of a request are taken back only once, also by two inverses that were made before', async () => {
    const { id } = await applied()
    const [first, second] = [await invert({ request: id }), await invert({ request: id })]
    expectSuccess(await apply(first.body.id))
    expect((await apply(second.body.id)).status).toBeGreaterThanOrEqual(400)
    expect((await stateOf(second.body.id)).state).not.toBe('applied')
  })

  test('that are chosen are taken back together: those of one object in one write, and the others stay', async () => {
    made += 1
    const name = `chosen${made}`
    await add(name, [disk])
    await save(name, [disk, cpu])
    await save(name, [disk, cpu, tls])
    await save(name, [{ ...disk, thresholds: 'time=1s;0:7;9:' }, cpu, tls])
    const [third = 0, second = 0, first = 0] = await numbersOf(name)
    const { body } = expectSuccess(await invert({ changes: [first, third] }))
    expect(body).toMatchObject({ title: `Revert: ${name}`, writes: [{ operation: 'change', name }] })
    expectSuccess(await apply(body.id))
    expect(await rulesOf(name)).toMatchObject([disk, tls])
    // What was taken back is not taken back again.
    expect(await invert({ changes: [first, third] })).toMatchObject({
      status: 412,
      body: { detail: 'Nothing of it is left to be taken back.' },
    })
    await takeBack([second])
    expect(await rulesOf(name)).toMatchObject([disk])
  })

  test('that others have changed differently are refused, with the name of the field', async () => {
    made += 1
    const name = `conflict${made}`
    await add(name, [disk])
    await save(name, [{ ...disk, thresholds: 'time=1s;0:7;9:' }])
    const [changed = 0, added = 0] = await numbersOf(name)
    await save(name, [{ ...disk, thresholds: 'time=1s;0:8;9:' }])
    const { status, body } = await invert({ changes: [changed] })
    expect([status, body.detail]).toEqual([
      412,
      expect.stringContaining(`The thresholds profile ${name} was changed differently`),
    ])
    expect(body.detail).toContain('disk')
    // An add cannot be taken back while the object has changes of others.
    expect((await invert({ changes: [added] })).body.detail).toBe(
      `The thresholds profile ${name} has changed meanwhile.`,
    )
    await takeBack(await numbersOf(name))
    expect(await rulesOf(name)).toBeUndefined()
    expect((await invert({ changes: [changed] })).body.detail).toBe(
      `The thresholds profile ${name} has been deleted since.`,
    )
  })

  test('of a deleted object are taken back to its first chosen state, and not if it exists again', async () => {
    made += 1
    const name = `deleted${made}`
    const id = await add(name, [disk])
    await save(name, [disk, cpu])
    expectSuccess(await admin.send('DELETE', `thresholdsprofiles/${id}`, undefined, { 'if-match': '*' }))
    const [deleted = 0, changed = 0] = await numbersOf(name)
    await takeBack([deleted, changed])
    expect(await rulesOf(name)).toMatchObject([disk])
    await save(name, [disk, tls])
    expect((await invert({ changes: [deleted] })).body.detail).toBe(
      `The thresholds profile ${name} has changed meanwhile.`,
    )
  })

  test('that no request can have, that do not exist or that the user may not see are refused', async () => {
    expectSuccess(await admin.send('POST', 'apikeys', { name: `box${made}`, used_by: 'poem' }))
    const [key = 0] = await numbersOf(`box${made}`)
    expect((await invert({ changes: [key] })).body.fields).toEqual({
      'changes.kind': 'Change requests cannot remove API keys',
    })
    expect((await invert({ changes: [key] }, await server.as('nobody'))).body).toMatchObject(unknownChange)
    expect((await invert({ changes: [999_999] })).body).toMatchObject(unknownChange)
    expect((await invert({})).body.fields).toEqual({ request: 'Either a request or changes are required' })
    const { id } = await applied()
    // The writes are those of the caller.
    expect((await invert({ request: id }, await server.as('nobody'))).status).toBe(403)
  })

  test('of one tenant are taken back in it alone, although another one has the same ids', async () => {
    made += 1
    const name = `twin${made}`
    const hosts: readonly Host[] = ['north.test', 'south.test']
    const [north, south] = await Promise.all(hosts.map((host) => server.as('admin', host)))
    if (!north || !south) throw new Error('There are two tenants.')
    for (const client of [north, south]) await add(name, [disk], client)
    // Ids and numbers are those of each tenant.
    for (const client of [north, south]) await save(name, [disk, cpu], client)
    const [numberInNorth = 0] = await numbersOf(name, north)
    await takeBack([numberInNorth], north)
    expect(await rulesOf(name, north)).toMatchObject([disk])
    expect(await rulesOf(name, south)).toMatchObject([disk, cpu])
    // A number of another tenant is that of another row, or of none.
    const [numberInSouth = 0] = await numbersOf(name, south)
    const { body } = await invert({ changes: [numberInNorth + numberInSouth + 1000] }, south)
    expect(body).toMatchObject(unknownChange)
  })
})
