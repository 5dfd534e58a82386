import { diff, size } from '@quatrain/contract/compare/compare.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { bySegment, type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readWrite } from '#kit/kinds/operation.ts'
import { sampleContent } from '#test/endpoint-samples.ts'
import { addSampled } from '#test/sampled.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const noGroups = { reports: [], metrics: [], aggregations: [], metricprofiles: [], thresholdsprofiles: [] }
const own = ['operations', 'NORTH']
const groups = Object.fromEntries(Object.keys(noGroups).map((kind) => [kind, own])) as unknown as typeof noGroups
const admin = { username: 'admin', isSuperuser: true, groups }

const places = [
  { host: 'super.test', deployment: 'super', kinds: ['yumrepo', 'package', 'probe', 'metrictag', 'metrictemplate'] },
  {
    host: 'north.test',
    deployment: 'tenant',
    kinds: ['metricprofile', 'report', 'metricoverride', 'groupofmetrics', 'servicetype'],
  },
] as const

/** Kinds whose deleted objects cannot be added again, with the reason. */
const lost = {
  user: 'without a mail server, a password has to be chosen',
  apikey: 'its token is lost',
  identityprovider: 'its secret is no part of a version, so that the form asks for it',
  webhook: 'its secret is shown once, when a form adds it',
  metric: 'metrics are made from templates',
  probecandidate: 'machines submit them',
}

describe.each(databases)('deleted objects on $name', (database) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(database)
    await addSampled(server)
  })
  afterAll(() => server.close())

  const headsOf = async (client: Client, { history, kind }: Resource, key: string) =>
    (await client.send('GET', `${history}/${kind}/${encodeURIComponent(key)}/heads`)).body

  test.each(places)('of every kind are in their history, which goes on if one is restored at $host', async (place) => {
    const { host, deployment } = place
    const client = await server.as('admin', host)
    const tenant = (await server.tenancy.tenants()).find(
      (one) => one.deployment === deployment && (deployment === 'super' || one.name === 'NORTH'),
    )
    const seen: string[] = []
    for (const { resource, operations } of server.app.kinds.values()) {
      const rule = resource.access[deployment]
      const isWritable = rule && rule.write !== 'nobody' && operations.has('remove') && operations.has('restore')
      if (!isWritable || Object.hasOwn(lost, resource.kind)) continue
      const api = resourceEndpoints(resource)
      const { kind } = resource
      const content = { ...sampleContent(resource, 'restorable'), groupname: 'operations' }
      const sent = Object.fromEntries(
        Object.entries(content).filter(([field]) => Object.hasOwn(resource.add?.shape ?? {}, field)),
      )
      const added = await client.send('POST', api.add.path, sent)
      expect(added.status, `${kind} ${JSON.stringify(added.body)}`).toBe(201)
      const key = keyIn(added.body, resource.key.read)
      const { path, paramsOf } = resource.address ?? bySegment
      const params = paramsOf(keyIn(added.body, resource.key.remove))
      const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
      const query = '?remark=Not%20needed'
      const removed = await client.send('DELETE', `${resource.path}/${address}${query}`, undefined, whatever)
      expect(removed.status, `${kind} ${JSON.stringify(removed.body)}`).toBeLessThan(300)

      const history = await headsOf(client, resource, key)
      expect(history, kind).toMatchObject({
        newest: { deletion: { user: 'admin', remark: 'Not needed' } },
        versions: [
          { deleted: true, id: 2, user: 'admin', remark: 'Not needed' },
          { deleted: false, id: 1 },
        ],
      })
      const all = await client.send('GET', `${resource.history}/${kind}/${encodeURIComponent(key)}`)
      expect(all.body, `${kind}: other systems read documents only`).toHaveLength(1)

      const input = { key, version: history.versions[1].version }
      const write = readWrite(server.app.kinds, { kind, operation: 'restore', input, base: '*' })
      const ctx = { ...(await server.context(tenant?.name ?? '')), caller: { deployment, user: admin } }
      await write(ctx)
      const restored = await headsOf(client, resource, key)
      expect(restored.newest, kind).toMatchObject({ id: 3, deletion: null })
      expect(restored.versions.map(({ id, deleted }: { id: number; deleted: boolean }) => [id, deleted])).toEqual([
        [3, false],
        [2, true],
        [1, false],
      ])
      expect(restored.versions[0].comment, kind).toMatch(/^Restored version /)
      const [now, before] = await Promise.all(
        ['3', '1'].map(async (number) => {
          const version = restored.versions.find(({ id }: { id: number }) => String(id) === number).version
          const path = `${resource.history}/${kind}/${encodeURIComponent(key)}/versions/${encodeURIComponent(version)}`
          return (await client.send('GET', path)).body.fields
        }),
      )
      expect(size(diff(resource.compared, before, now)), kind).toBe(0)
      seen.push(kind)
    }
    expect(seen).toEqual(expect.arrayContaining([...place.kinds]))
  })
})
