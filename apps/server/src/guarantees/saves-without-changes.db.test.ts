import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { bySegment, fieldsOfServer, type Resource } from '@quatrain/contract/kit/resource.ts'
import { allResources } from '@quatrain/contract/testing/all-resources.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSampled } from '#test/sampled.ts'
import { type Answer, type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const groups = groupKinds.map((kind) => `groupof${kind}`)
const owned = ['aggregationprofile', 'metricprofile', 'report', 'thresholdsprofile']
const places = [
  {
    host: 'super.test',
    deployment: 'super',
    kinds: [
      'apikey',
      'identityprovider',
      'metrictag',
      'metrictemplate',
      'package',
      'probe',
      'user',
      'webhook',
      'yumrepo',
    ],
  },
  {
    host: 'north.test',
    deployment: 'tenant',
    kinds: [
      ...[...groups, ...owned, 'apikey', 'identityprovider', 'metric', 'metricoverride', 'probecandidate'],
      ...['servicetype', 'user', 'webhook'],
    ],
  },
] as const

/** Kinds of which no single object is changed by PUT. */
const isChangeable = ({ change, access }: Resource, deployment: 'super' | 'tenant') =>
  change !== undefined && Object.keys(change.shape).length > 0 && (access[deployment]?.write ?? 'nobody') !== 'nobody'

describe.each(databases)('an object that is sent back as it was read, on $name', (database) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(database)
    await addSampled(server)
  })
  afterAll(() => server.close())

  /** One stored object of each kind, as it is read. */
  async function readAll(client: Client, deployment: 'super' | 'tenant') {
    const found: { resource: Resource; path: string; answer: Answer }[] = []
    for (const resource of allResources.filter((one) => isChangeable(one, deployment))) {
      const list = await client.send('GET', resource.listPath ?? resource.path)
      const listed = Array.isArray(list.body) ? list.body : (list.body.result ?? [])
      // The seed has packages without repositories, which cannot be saved.
      const first = listed.find(({ repos }: { repos?: unknown[] }) => repos === undefined || repos.length > 0)
      if (!first) continue
      const { path, paramsOf } = resource.address ?? bySegment
      const params = paramsOf(keyIn(first, resource.key.read))
      const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
      const answer = await client.send('GET', `${resource.path}/${address}`)
      if (answer.status === 200) found.push({ resource, path: resource.path, answer })
    }
    return found
  }

  const stored = async () => {
    const { rows } = await sql<{ kind: string }>`
      select kind, object_id, number from versions
      union all select kind, object_id, number from activity order by 1, 2, 3`.execute(server.owner)
    return rows
  }

  test.each(places)('is accepted at $host, and nothing is stored', async ({ host, deployment, kinds }) => {
    const client = await server.as('admin', host)
    const read = await readAll(client, deployment)
    const before = await stored()
    for (const { resource, path, answer } of read) {
      const { kind } = resource
      const saved = await client.send('PUT', path, answer.body, { 'if-match': answer.etag ?? '' })
      expect(saved.status, `${kind} ${JSON.stringify(saved.body)}`).toBe(200)
      expect(saved.etag?.split('.')[0], kind).toBe(answer.etag?.split('.')[0])
      const response = { ...answer.body, warning: 'As the response to a write has it.' }
      const again = await client.send('PUT', path, response, { 'if-match': saved.etag ?? '' })
      expect(again.status, `${kind} ${JSON.stringify(again.body)}`).toBe(200)
    }
    expect(await stored()).toEqual(before)
    expect(read.map(({ resource }) => resource.kind).sort()).toEqual([...kinds].sort())
  })

  test.each(places)('is refused at $host if it has other values in fields of the server', async (place) => {
    const client = await server.as('admin', place.host)
    const refused: string[] = []
    for (const { resource, path, answer } of await readAll(client, place.deployment)) {
      for (const field of fieldsOfServer(resource)) {
        if (resource.moving?.includes(field) || !Object.hasOwn(answer.body, field)) continue
        const changed = { ...answer.body, [field]: 'something else' }
        const { status, body } = await client.send('PUT', path, changed, { 'if-match': answer.etag ?? '' })
        expect([status, Object.keys(body.fields ?? {})], `${resource.kind} ${field}`).toEqual([400, [field]])
        refused.push(resource.kind)
      }
    }
    expect(refused).toEqual(
      expect.arrayContaining(place.deployment === 'super' ? ['apikey', 'metrictemplate', 'probe'] : ['metric', 'user']),
    )
  })

  test('is refused if it names another contact of a candidate', async () => {
    const client = await server.as('admin', 'north.test')
    const [candidate] = (await readAll(client, 'tenant')).filter(({ resource }) => resource.kind === 'probecandidate')
    const changed = { ...candidate?.answer.body, contact: 'else@example.org' }
    const { status, body } = await client.send('PUT', candidate?.path ?? '', changed, whatever)
    expect([status, body.fields]).toEqual([400, { contact: 'The submitter has set it: it cannot be changed' }])
  })

  test('can be the profile of a user', async () => {
    const client = await server.as('admin', 'north.test')
    const { body } = await client.send('GET', 'userprofile/member')
    expect(body).toMatchObject({ username: 'member', groupsofmetrics: ['operations'] })
    const before = await stored()
    expect((await client.send('PUT', 'userprofile', body, whatever)).status).toBe(200)
    expect(await stored()).toEqual(before)
  })
})
