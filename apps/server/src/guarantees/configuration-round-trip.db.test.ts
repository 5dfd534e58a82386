import type { Configuration, ConfigurationPlan } from '@quatrain/contract/configuration/configuration.ts'
import { configuredKinds } from '@quatrain/contract/configuration/configured-kinds.ts'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { machineDefaultPorts, machineTemplates, machineTemplatesByTag } from '@quatrain/contract/machine-api/lists.ts'
import { profilesHeader } from '@quatrain/contract/machine-api/repos.ts'
import { isFullRun, onlyInFullRun } from '@quatrain/contract/testing/extent.ts'
import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateConsole } from '#database/open-database.ts'
import { boxToken, demoSecret, password } from '#demo/credentials.ts'
import { loadDemo } from '#demo/load.ts'
import { migrate as migrateWebApi, startWebApi } from '#demo/web-api.ts'
import { addSuperuser } from '#features/tenants/superusers.service.ts'
import { addTenant } from '#features/tenants/tenants.service.ts'
import { hashPassword } from '#request/sessions/passwords.ts'
import { tenancyOf } from '#request/tenancy/tenancy.ts'
import { declaredEndpoints } from '#test/declared.ts'
import { expectSuccess } from '#test/expect-success.ts'
import { type AnyHost, boxAt, browserAt, type Client } from '#test/test-app.ts'
import { buildApp } from '../app.ts'

type Objects = Pick<Configuration['objects'][number], 'kind' | 'name' | 'spec'>[]

// What a tenant or a catalogue answers that was emptied and got its configuration back from files. This is the one place that says what
// may be different then, and why.

/** They say what was done, by whom and when, or count it. */
const readsOfHistory: ReadonlySet<string> = new Set([
  ...[
    'ownsessions',
    'administration',
    'changes',
    'changes/days',
    'verifiedchanges',
    'home',
    'changerequests',
    'configuration/managed',
    // They say since when a report is disabled.
    'findings',
  ].map((path) => `/api/v2/internal/${path}`),
])

/** Members that the server or the Web API gives to an object: ids, times, its number of versions, its tenants, and whose files manage it. */
const membersOfServer: ReadonlySet<string> = new Set([
  ...['id', 'apiid', 'changed_at', 'last_used_at', 'date', 'created', 'updated', 'nv'],
  ...['tenants', 'tenant_count', 'owner', 'requestId'],
])

/** The Web API lists objects in the order in which they were added. */
const isInOrderOfAdding = (path: string) => path.startsWith('/api/v2/webapi/')

const comparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([member]) => !membersOfServer.has(member))
  return Object.fromEntries(members.map(([member, inner]) => [member, comparable(inner)]))
}

function comparableAnswer(path: string, body: unknown): unknown {
  const answer = comparable(body)
  if (!isInOrderOfAdding(path)) return answer
  const { data } = Object(answer)
  return Array.isArray(data) ? data.map((item) => JSON.stringify(item)).sort() : answer
}

const tenants = isFullRun ? ['NORDIC', 'ALPINE', 'FEDERATION'] : ['ALPINE']

describe.each(databases)('the demonstration as files on $name', ({ open }) => {
  let app: FastifyInstance
  let webApiUrl: string
  const close: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    const database = await newDatabase()
    await migrateWebApi(database)
    await loadDemo(database)
    const webApi = await startWebApi(database, { host: '127.0.0.1', port: 0, logger: false })
    close.unshift(() => webApi.close())
    webApiUrl = webApi.url
    app = await consoleOn(database)
  })
  afterAll(async () => {
    for (const end of close) await end()
  })

  async function newDatabase(): Promise<TestDatabase> {
    const database = await open()
    close.unshift(() => database.close())
    await migrateConsole(database)
    return database
  }

  async function consoleOn(database: TestDatabase): Promise<FastifyInstance> {
    const app = await buildApp({
      database,
      secret: demoSecret,
      logger: false,
      webApi: { url: webApiUrl, timeout: 60_000 },
      maxLag: 0,
      tls: false,
      sessions: { idle: 3_600_000, absolute: 3_600_000 },
      housekeeping: { every: 3600, intentsOlderThan: 60 },
    })
    close.unshift(() => app.close())
    return app
  }

  async function signedIn(host: AnyHost, app: FastifyInstance): Promise<Client> {
    const client = browserAt({ app, host })
    await client.send('GET', 'istenantschema')
    expectSuccess(await client.send('POST', '/dj-rest-auth/login/', { username: 'admin', password }))
    return client
  }

  const exported = async (client: Client): Promise<Objects> =>
    (await client.send('GET', 'configuration')).body.objects.map(({ kind, name, spec }: Objects[number]) => ({
      kind,
      name,
      spec,
    }))

  async function apply(client: Client, objects: Objects, { prune = false, adopt = false }) {
    const { body } = expectSuccess(await client.send('POST', 'configuration/plan', { objects, owner: 'git', prune }))
    const { writes, effects }: ConfigurationPlan = body
    const managed = { owner: 'git', objects, prune, adopt }
    const added = expectSuccess(await client.send('POST', 'changerequests', { title: 'Files', writes, managed }))
    const settled = { action: 'apply', effects: effects.preview }
    expectSuccess(await client.send('POST', `changerequests/${added.body.id}/settle`, settled))
  }

  /** The address of a read with each of the objects or other values that it can name; none if it has more than one parameter. */
  function addressesOf({ path }: Endpoint, valuesOf: ReadonlyMap<string, readonly string[]>): string[] {
    const [parameter, ...others] = path.match(/:\w+/g) ?? []
    if (path.endsWith('/effectivecheck'))
      return (valuesOf.get('metric') ?? []).map((name) => `${path}?metric=${encodeURIComponent(name)}`)
    if (parameter === undefined) return [path]
    const kind = configuredKinds.find(({ resource }) =>
      ['', 'public_'].some((prefix) => path === `/api/v2/internal/${prefix}${resource.path}/${parameter}`),
    )
    const values = others.length > 0 ? [] : valuesOf.get(kind ? kind.resource.kind : parameter)
    return (values ?? []).map((value) => path.replace(parameter, encodeURIComponent(value)))
  }

  /** What the console answers to every read of people and machines, by address. */
  async function answersOf(
    person: Client,
    box: Client,
    objects: Objects,
    isRead: (endpoint: Endpoint) => boolean = ({ path }) => path.startsWith('/api/') && !readsOfHistory.has(path),
  ) {
    const read = async (path: string) => (await person.send('GET', path)).body
    const endpoints: { data?: { hostname: string }[] } = await read('/api/v2/webapi/topology/endpoints')
    const tags: { name: string }[] = await read('metrictags')
    const namesOf = (kind: string) => objects.filter((object) => object.kind === kind).map(({ name }) => name)
    const valuesOf = new Map([
      ...configuredKinds.map(({ resource: { kind } }) => [kind, namesOf(kind)] as const),
      [':metric', namesOf('metric')],
      [':os', ['centos6', 'centos7', 'rocky9']],
      [':tag', tags.map(({ name }) => name)],
      [':hostname', [...new Set(endpoints.data?.map(({ hostname }) => hostname))].slice(0, 5)],
    ])
    const headers = { [profilesHeader]: `[${namesOf('metricprofile').join(', ')}]` }
    const answers = new Map<string, unknown>()
    for (const endpoint of declaredEndpoints(app)) {
      if (endpoint.method !== 'GET' || !isRead(endpoint)) continue
      for (const path of addressesOf(endpoint, valuesOf)) {
        const client = endpoint.caller === 'api-key' ? box : person
        const { status, body } = await client.send('GET', path, undefined, headers)
        answers.set(path, [status, comparableAnswer(path, body)])
      }
    }
    return answers
  }

  test.each(tenants)('%s, emptied and applied again, answers every read as before', async (tenant) => {
    const host = `${tenant.toLowerCase()}.localhost` as const
    const client = await signedIn(host, app)
    const box = boxAt(app, host, boxToken(tenant))
    const objects = await exported(client)
    const answers = await answersOf(client, box, objects)
    const machineLists = ['/api/v2/metrics', '/api/v2/repos/rocky9', '/api/v2/metricoverrides']
    for (const path of machineLists) expect(answers.get(path)).toMatchObject([200, expect.anything()])
    await apply(client, objects, { adopt: true })
    await apply(client, [], { prune: true })
    expect(await exported(client)).toEqual([])
    expect(await answersOf(client, box, objects)).not.toEqual(answers)
    await apply(client, objects, {})
    expect(await exported(client)).toEqual(objects)
    const answersAfterwards = await answersOf(client, box, objects)
    expect([...answersAfterwards.keys()]).toEqual([...answers.keys()])
    for (const [path, answer] of answers) expect([path, answersAfterwards.get(path)]).toEqual([path, answer])
  })

  onlyInFullRun(
    'the catalogue, applied to an installation that has nothing, answers every read of it as before',
    async () => {
      const listsOfMachines = [machineTemplates, machineTemplatesByTag, machineDefaultPorts].map(({ path }) => path)
      const isOfCatalogue = ({ path }: Endpoint) =>
        listsOfMachines.some((list) => list === path) ||
        configuredKinds.some(({ resource }) =>
          path.replace('public_', '').startsWith(`/api/v2/internal/${resource.path}`),
        )
      const client = await signedIn('localhost', app)
      const objects = await exported(client)
      const kinds = ['defaultport', 'yumrepo', 'package', 'probe', 'metrictag', 'metrictemplate']
      expect([...new Set(objects.map(({ kind }) => kind))]).toEqual(kinds)
      const answers = await answersOf(
        client,
        boxAt(app, 'alpine.localhost', boxToken('ALPINE')),
        objects,
        isOfCatalogue,
      )

      const database = await newDatabase()
      const now = () => new Date()
      const operator = { tenancy: tenancyOf(database, now), now, name: 'root' }
      await addTenant(operator, { name: 'all', hostname: 'localhost' })
      const passwordHash = await hashPassword(password)
      const superuser = { username: 'admin', email: '', firstName: '', lastName: '', passwordHash }
      await addSuperuser(operator, 'all', superuser)
      const otherApp = await consoleOn(database)
      const otherClient = await signedIn('localhost', otherApp)
      expect(await exported(otherClient)).toEqual([])
      await apply(otherClient, objects.toReversed(), {})
      expect(await exported(otherClient)).toEqual(objects)
      const { body: key } = expectSuccess(await otherClient.send('POST', 'apikeys', { name: 'all', used_by: 'poem' }))
      const box = boxAt(otherApp, 'localhost', key.token)
      const otherAnswers = await answersOf(otherClient, box, objects, isOfCatalogue)
      expect(otherAnswers.get('/api/v2/metrictemplates')).toEqual([200, expect.any(Array)])
      for (const [path, answer] of answers) expect([path, otherAnswers.get(path)]).toEqual([path, answer])
    },
  )
})
