import { dryRun as dryRunAnswer } from '@quatrain/contract/kit/dry-run.ts'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { bySegment, type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { perform, readWrite, type Write } from '#kit/kinds/write.ts'
import { previewIn } from '#kit/recording/preview.ts'
import type { Context } from '#request/context.ts'
import { sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { type Host, startTestApp, type TestApp } from '#test/test-app.ts'

const noGroups = { reports: [], metrics: [], aggregations: [], metricprofiles: [], thresholdsprofiles: [] }
const own = ['operations']
// A superuser's session has every group.
const groups = { ...noGroups, metrics: own, metricprofiles: own }
const reviewer = { username: 'reviewer', isSuperuser: true, groups }

const hosts: [Host, 'super' | 'tenant'][] = [
  ['super.test', 'super'],
  ['north.test', 'tenant'],
]

// A write that was read from JSON does the same as the corresponding request, whoever sends it.
describe.each(databases)('writes as data on $name', (database) => {
  let server: TestApp
  let sampled: Sampled
  beforeAll(async () => {
    server = await startTestApp(database)
    sampled = await addSampled(server)
  })
  afterAll(() => server.close())

  /** Serialized and parsed. */
  const stored = (write: Write): Write => readWrite(server.app.kinds, JSON.parse(JSON.stringify(write)))

  async function contextAt(host: Host, dryRun: boolean): Promise<Context> {
    const deployment = host === 'super.test' ? 'super' : 'tenant'
    const tenant = (await server.tenancy.tenants()).find(
      ({ deployment: its, name }) => its === deployment && (its === 'super' || name === 'NORTH'),
    )
    const ctx = await server.context(tenant?.name ?? '')
    return { ...ctx, visitor: { deployment, actor: reviewer }, write: { dryRun } }
  }

  /** Every operation of a kind, with the sample of its request. */
  function writesAt(host: Host) {
    const samples = samplesFor(sampled.profileOf('north.test'), { username: 'admin' }, sampled.keyIds.get(host))
    const sampleOf = (endpoint: Endpoint) => sampleFor(samples, endpoint)
    return [...server.app.kinds.values()].flatMap(({ resource, operations }) => {
      if (!resource.access[host === 'super.test' ? 'super' : 'tenant']) return []
      const { add, change, remove } = resourceEndpoints(resource)
      const { kind } = resource
      const write = (operation: Write['operation'], input: unknown): Write => ({ kind, operation, input, base: '*' })
      return [
        ...(operations.add
          ? [{ request: sampleOf(add), method: 'POST', write: write('add', sampleOf(add).body) }]
          : []),
        ...(operations.change
          ? [{ request: sampleOf(change), method: 'PUT', write: write('change', sampleOf(change).body) }]
          : []),
        ...(operations.remove
          ? [
              {
                request: sampleOf(remove),
                method: 'DELETE',
                write: write('remove', { key: keyIn(resource, sampleOf(remove).path) }),
              },
            ]
          : []),
      ]
    })
  }

  test('every kind with an address is registered with its operations', () => {
    expect(
      [...server.app.kinds.values()]
        .map(({ resource: { kind }, operations }) => [kind, ...Object.keys(operations)].join(' '))
        .sort(),
    ).toEqual([
      'apikey change remove',
      'defaultport',
      'metric change remove',
      'metricoverride add change remove',
      'metricprofile add change remove',
      'metrictag add change remove',
      'metrictemplate add change remove',
      'package add change remove',
      'probe add change remove',
      'probecandidate change remove',
      'tenant remove',
      'yumrepo add change remove',
    ])
  })

  test.each(hosts)('are previewed and performed by another user at %s', async (host) => {
    const admin = await server.as('admin', host)
    let performed = 0
    for (const { request, method, write } of writesAt(host)) {
      const what = `${write.operation} ${write.kind}`
      const answer = await admin.send(method, request.path, request.body, { 'if-match': '*' })
      const ctx = await contextAt(host, true)
      const outcome = await perform(server.app.kinds, ctx, stored(write)).then(
        () => previewIn(ctx).changes,
        (error: unknown) => error,
      )
      if (answer.status === 200) {
        expect(outcome, what).toEqual(dryRunAnswer.parse(answer.body).changes)
        performed += 1
      } else expect(outcome, what).toMatchObject({ code: answer.body.code, message: answer.body.detail })
      const nobody = {
        deployment: ctx.visitor.deployment,
        actor: { ...reviewer, isSuperuser: false, groups: noGroups },
      }
      const refused = perform(server.app.kinds, { ...(await contextAt(host, true)), visitor: nobody }, stored(write))
      await expect(refused, what).rejects.toMatchObject({ code: 'not_allowed' })
    }
    expect(performed).toBeGreaterThan(8)
  })

  test('are performed in the name of the user who sends them', async () => {
    const write = stored({
      kind: 'metricoverride',
      operation: 'add',
      input: { name: 'stored', global_attributes: [], host_attributes: [], metric_parameters: [] },
    })
    await perform(server.app.kinds, await contextAt('north.test', false), write)
    const activity = (await server.tenant('NORTH')).selectFrom('activity').select(['actor', 'action'])
    expect(await activity.where('object_name', '=', 'stored').execute()).toEqual([{ actor: 'reviewer', action: 'add' }])
  })

  test('that are invalid are refused with the field', async () => {
    const { kinds } = server.app
    expect(() => readWrite(kinds, { kind: 'metricoverride', operation: 'add', input: {} })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
    for (const [kind, operation] of [
      ['nothing', 'add'],
      ['metric', 'add'],
      ['__proto__', 'add'],
    ]) {
      expect(() => readWrite(kinds, { kind, operation, input: {} })).toThrow(
        expect.objectContaining({ code: 'not_found' }),
      )
    }
    expect(() => readWrite(kinds, { kind: 'metric', operation: 'purge', input: {} })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
    const unbased = { kind: 'metricoverride', operation: 'remove', input: { key: 'CORE' } } as const
    const performing = perform(kinds, await contextAt('north.test', false), unbased)
    await expect(performing).rejects.toMatchObject({ code: 'version_required' })
  })
})

/** The key at the end of an address. */
function keyIn({ path, address = bySegment }: Resource, url: string): string {
  const [segments = ''] = url.slice(url.indexOf(`/${path}/`) + path.length + 2).split('?')
  const names = address.path.split('/').map((name) => name.slice(1))
  const values = segments.split('/').map(decodeURIComponent)
  return address.keyOf(Object.fromEntries(names.map((name, index) => [name, values[index]])))
}
