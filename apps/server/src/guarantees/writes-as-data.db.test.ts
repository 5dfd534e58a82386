import { changeRules } from '@quatrain/contract/change-requests/change-rule.ts'
import { diff, size } from '@quatrain/contract/compare/compare.ts'
import { findingSettings } from '@quatrain/contract/findings/finding.ts'
import { dryRun as dryRunAnswer } from '@quatrain/contract/kit/dry-run.ts'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { bySegment, type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { allResources } from '@quatrain/contract/testing/all-resources.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readWrite, type Write } from '#kit/kinds/operation.ts'
import { previewIn } from '#kit/recording/preview.ts'
import type { Context } from '#request/context/context.ts'
import { declaredEndpoints } from '#test/declared.ts'
import { nameOf, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const noGroups = { reports: [], metrics: [], aggregations: [], metricprofiles: [], thresholdsprofiles: [] }
const own = ['operations', 'NORTH']
// A superuser's session has every group.
const groups = {
  ...noGroups,
  metrics: own,
  metricprofiles: own,
  aggregations: own,
  thresholdsprofiles: own,
  reports: own,
}
const reviewer = { username: 'reviewer', isSuperuser: true, groups }

const hosts: Host[] = ['super.test', 'north.test']
/** The kinds whose samples change something. */
const changedIn = {
  super: ['yumrepo', 'metrictemplate'],
  tenant: [
    'metricprofile',
    'aggregationprofile',
    'thresholdsprofile',
    'report',
    'metric',
    'probecandidate',
    'servicetype',
    'groupofmetrics',
    'groupofreports',
  ],
}

/** The operations of kinds besides add, change, remove and restore. */
const differing = ['adopt', 'discard', 'send']
const others: Readonly<Record<string, readonly string[]>> = {
  aggregationprofile: differing,
  metricprofile: differing,
  report: differing,
  thresholdsprofile: differing,
  ...Object.fromEntries(groupKinds.map((kind) => [`groupof${kind}`, ['merge']])),
  apikey: ['changeMany', 'rotate'],
  defaultport: ['replaceAll'],
  metric: ['changeMany', 'import', 'move'],
  metrictemplate: ['removeMany'],
  servicetype: ['addMany', 'replaceAll'],
  tenant: ['remove'],
  user: ['changeMany'],
}
const withoutUsual = new Set(['changerule', 'defaultport', 'findingsettings', 'tenant'])
const usualOperations = ({ add, change }: Pick<Resource, 'add' | 'change'>) => [
  ...(add ? ['add'] : []),
  ...(change ? ['change'] : []),
  ...['remove', 'restore'],
]

const deploymentOf = (host: Host) => (host === 'super.test' ? 'super' : 'tenant')

// A write that was read from JSON does the same as the corresponding request, for every sender.
describe.each(databases)('writes as data on $name', (database) => {
  let server: TestApp
  let sampled: Sampled
  beforeAll(async () => {
    server = await startTestApp(database)
    sampled = await addSampled(server)
  })
  afterAll(() => server.close())

  /** Serialized and parsed. */
  const stored = (write: Write) => readWrite(server.app.kinds, JSON.parse(JSON.stringify(write)))

  async function contextAt(host: Host, dryRun: boolean): Promise<Context> {
    const deployment = deploymentOf(host)
    const tenant = (await server.tenancy.tenants()).find(
      ({ deployment: its, name }) => its === deployment && (its === 'super' || name === 'NORTH'),
    )
    const ctx = await server.context(tenant?.name ?? '')
    return { ...ctx, caller: { deployment, user: reviewer }, write: { dryRun } }
  }

  function sampleOf(host: Host, endpoint: Endpoint) {
    const samples = samplesFor(sampled.profileOf('north.test'), { username: 'admin' }, sampled.idsAt.get(host))
    return sampleFor(samples, endpoint)
  }

  /** Every operation of every kind except `restore`, with the sample of its request. */
  const writesAt = (host: Host) =>
    [...server.app.kinds.values()].flatMap(({ resource, operations }) =>
      [...operations].flatMap(([operation, { endpoint }]) => {
        if (!endpoint.deployments.includes(deploymentOf(host)) || operation === 'restore') return []
        const request = sampleOf(host, endpoint)
        const input = operation === 'remove' ? { key: keyAt(resource, request.path) } : request.body
        const write: Write = { kind: resource.kind, operation, input, base: '*' }
        return [{ request, method: endpoint.method, write }]
      }),
    )

  test('every kind is registered with its operations', () => {
    const kinds = [...server.app.kinds.values()]
    const listed = kinds.map(({ resource: { kind }, operations }) => [kind, [...operations.keys()].sort()])
    const resources: readonly Resource[] = [...allResources, changeRules, findingSettings]
    const expected = resources.map(({ kind, ...resource }) => [
      kind,
      [...(withoutUsual.has(kind) ? [] : usualOperations(resource)), ...(others[kind] ?? [])].sort(),
    ])
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(expected))
  })

  test('every endpoint that writes is an operation of a kind, with few exceptions', () => {
    const operations = [...server.app.kinds.values()].flatMap((kind) => [...kind.operations.values()])
    const performed = new Set(operations.map(({ endpoint }) => nameOf(endpoint)))
    const writes = declaredEndpoints(server.app).filter(({ method }) => method !== 'GET')
    expect(writes.map(nameOf).filter((name) => !performed.has(name))).toEqual([
      'POST /dj-rest-auth/login',
      'POST /dj-rest-auth/logout',
      // These change no object, only passwords, sessions, second factors and keys of users.
      'POST /api/v2/internal/change_password',
      'PUT /api/v2/internal/change_password',
      'POST /api/v2/internal/reauthenticate',
      'DELETE /api/v2/internal/ownsessions/:id',
      'POST /api/v2/internal/endothersessions',
      'POST /api/v2/internal/secondfactor/app',
      'POST /api/v2/internal/secondfactor/app/confirm',
      'DELETE /api/v2/internal/secondfactor/app',
      'POST /api/v2/internal/secondfactor/passkeys/begin',
      'POST /api/v2/internal/secondfactor/passkeys',
      'DELETE /api/v2/internal/secondfactor/passkeys/:id',
      'POST /api/v2/internal/secondfactor/recoverycodes',
      'PUT /api/v2/internal/secondfactorrule',
      'DELETE /api/v2/internal/users/:key/secondfactor',
      'POST /api/v2/internal/ownkeys',
      'POST /api/v2/internal/ownkeys/:id/rotate',
      'DELETE /api/v2/internal/ownkeys/:id',
      'DELETE /api/v2/internal/userkeys/:id',
      // These only say how lists are shown.
      'POST /api/v2/internal/listviews',
      'DELETE /api/v2/internal/listviews/:id',
      // These begin and end sessions with messages of an identity provider.
      'POST /saml2/acs',
      'POST /saml2/logout',
      // The keys of the console have no history, only rows in the activity log.
      'POST /api/v2/internal/identityproviders/:key/samlkeys',
      // It stores only the state of a sign-in for ten minutes.
      'POST /api/v2/internal/identityproviders/:key/test',
      // Other programs write an account and its profile in two steps; a change of a user does both.
      'POST /api/v2/internal/userprofile',
      'PUT /api/v2/internal/userprofile',
      // They change only passwords and links to set them.
      'POST /api/v2/internal/passwordlinks',
      'POST /api/v2/internal/readpasswordlink',
      'POST /api/v2/internal/setpassword',
      // They only read: filters do not fit into an address.
      'POST /api/v2/internal/reportscope',
      'POST /api/v2/internal/reportoptions/names',
      'POST /api/v2/internal/reportoptions/unmatched',
      // Machines submit a form with rules and messages of its own.
      'POST /api/v2/probes',
      // It reads a token and logs that; no object changes.
      // Jobs are no objects of a kind.
      'POST /api/v2/internal/rollouts/:id/jobs',
      'POST /api/v2/internal/rollouts/:id/revert',
      // These prepare and review writes of kinds, and perform them together.
      'POST /api/v2/internal/changerequests',
      'POST /api/v2/internal/changerequests/inverse',
      'PUT /api/v2/internal/changerequests/:id',
      'POST /api/v2/internal/changerequests/:id/preview',
      'POST /api/v2/internal/changerequests/preview',
      'POST /api/v2/internal/changerequests/:id/actions',
      'POST /api/v2/internal/changerequests/:id/settle',
      'PUT /api/v2/internal/changerule',
      // It only says which writes these are.
      'POST /api/v2/internal/configuration/plan',
      // It writes nothing.
      'POST /api/v2/internal/findings/check',
      'PUT /api/v2/internal/findings/settings',
      // These only say which mails a user gets.
      'PUT /api/v2/internal/mailpreferences',
      'POST /api/v2/internal/watchedobjects',
      'POST /api/v2/internal/unsubscribe/:token',
      'POST /api/v2/internal/apikeys/:key/reveal',
      // What they do is stored in no document.
      'POST /api/v2/internal/webhooks/:key/secret',
      'POST /api/v2/internal/webhooks/:key/deliveries',
    ])
  })

  test.each(hosts)('are previewed and performed by another user at %s', async (host) => {
    const admin = await server.as('admin', host)
    let performed = 0
    for (const { request, method, write } of writesAt(host)) {
      const what = `${write.operation} ${write.kind}`
      const answer = await admin.send(method, request.path, request.body, whatever)
      const ctx = await contextAt(host, true)
      const outcome = await stored(write)(ctx).then(
        () => previewIn(ctx).changes,
        (error: unknown) => error,
      )
      if (answer.status === 200) {
        expect(outcome, what).toEqual(dryRunAnswer.parse(answer.body).changes)
        performed += 1
      } else expect(outcome, what).toMatchObject({ code: answer.body.code, message: answer.body.detail })
      const nobody = {
        deployment: ctx.caller.deployment,
        user: { ...reviewer, isSuperuser: false, groups: noGroups },
      }
      const refused = stored(write)({ ...(await contextAt(host, true)), caller: nobody })
      await expect(refused, what).rejects.toMatchObject({ code: 'not_allowed' })
    }
    expect(performed).toBeGreaterThan(8)
  })

  test.each(hosts)('restore the document of a version, for every kind at %s', async (host) => {
    const admin = await server.as('admin', host)
    for (const { request, method, write } of writesAt(host)) {
      const path = request.path.replace('?dry_run=true', '')
      // A sample can be what is stored, which a save would leave without a version.
      const isDescribed = typeof request.body === 'object' && request.body !== null && 'description' in request.body
      const body = isDescribed ? { ...request.body, description: 'Changed.' } : request.body
      if (write.operation === 'change') await admin.send(method, path, body, whatever)
    }
    const restored = new Set<string>()
    const refused: string[] = []
    for (const { resource, operations } of server.app.kinds.values()) {
      const { write } = resource.access[deploymentOf(host)] ?? { write: 'nobody' }
      if (!operations.has('restore') || write === 'nobody') continue
      const list = await admin.send('GET', resourceEndpoints(resource).list.path)
      for (const record of list.body) {
        const key = keyIn(record, resource.key.read)
        const history = `${resource.history}/${resource.kind}/${encodeURIComponent(key)}`
        const heads = await admin.send('GET', `${history}/heads`)
        // Seeded objects have no history.
        if (heads.status === 404) continue
        const { versions } = heads.body
        const oldest = (await admin.send('GET', `${history}/versions/${encodeURIComponent(versions.at(-1).version)}`))
          .body
        const input = { key, version: oldest.version }
        const ctx = await contextAt(host, true)
        const write = stored({ kind: resource.kind, operation: 'restore', input, base: '*' })
        const error = await write(ctx).then(
          () => undefined,
          (error: unknown) => error,
        )
        if (error) {
          refused.push(`${resource.kind}: ${error}`)
          continue
        }
        // Nothing is recorded if the object is like its version.
        const { after } = previewIn(ctx).changes[0] ?? { after: oldest.fields }
        expect(size(diff(resource.compared, after ?? {}, oldest.fields)), `${resource.kind} ${key}`).toBe(0)
        if (versions.length > 1) restored.add(resource.kind)
      }
    }
    // The samples have renamed the package and the template that old versions name.
    const noVersion = 'metrictemplate: AppError: Probe: Probe version does not exist.'
    const renamed = [
      ...[noVersion, 'metrictemplate: AppError: Parent: Must be one of predefined metrics.', noVersion],
      ...Array(2).fill('probe: AppError: Package does not exist.'),
    ]
    const revoked = 'apikey: AppError: Revoked: Revoking an API key cannot be undone.'
    expect(refused).toEqual([...(host === 'super.test' ? renamed : []), revoked])
    expect([...restored]).toEqual(expect.arrayContaining(changedIn[deploymentOf(host)]))
  })

  test('are performed in the name of the user who sends them', async () => {
    const write = stored({
      kind: 'metricoverride',
      operation: 'add',
      input: { name: 'stored', global_attributes: [], host_attributes: [], metric_parameters: [] },
    })
    await write(await contextAt('north.test', false))
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
    const performing = readWrite(kinds, unbased)(await contextAt('north.test', false))
    await expect(performing).rejects.toMatchObject({ code: 'version_required' })
  })
})

/** The key at the end of an address. */
function keyAt({ path, address = bySegment }: Resource, url: string): string {
  const [segments = ''] = url.slice(url.indexOf(`/${path}/`) + path.length + 2).split('?')
  const names = address.path.split('/').map((name) => name.slice(1))
  const values = segments.split('/').map(decodeURIComponent)
  return address.keyOf(Object.fromEntries(names.map((name, index) => [name, values[index]])))
}
