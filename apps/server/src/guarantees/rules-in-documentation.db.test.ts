import { readFileSync } from 'node:fs'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addReferences } from '#test/referenced-objects.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { writeTopology } from '#test/topology.ts'

// biome-ignore lint/suspicious/noExplicitAny: objects of every kind.
type Fields = Readonly<Record<string, any>>

/** What the server does with a row that breaks a rule. */
const outcomes = {
  refuses: /^refuses/,
  notes: /^notes/,
  'a dry run notes': /^a dry run (notes|names)/,
  converts: /^converts/,
} as const
type Outcome = keyof typeof outcomes

/** The rows of the table of `docs/scripts.md`. */
const documented = readFileSync(new URL('../../../../docs/scripts.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Status') && !/^\| \d/.test(line))
  .map((line) => line.split(/(?<!\\) \| |^\| | \|$/).filter((cell) => cell !== ''))
  .filter(([rule]) => rule !== 'Rule')

interface Broken {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: object
  /** What a note or a refusal says. */
  readonly says?: RegExp
}

interface Callers {
  readonly north: Client
  readonly root: Client
}

/** A row that breaks the rule, with the client that sends it; the last one deletes what others refer to. */
const broken: Readonly<Record<string, (callers: Callers) => Promise<Broken & { readonly client: Client }>>> = {
  'thresholds have the form `label=value[unit];[warning];[critical];[min];[max]`': async ({ north }) =>
    withRule(north, { thresholds: 'nothing' }, /rules\.0\.thresholds.*form label=value/),
  'a threshold has a lower warning and a lower critical limit; limits are in order; min and max are together; no label twice':
    async ({ north }) => withRule(north, { thresholds: 'time=1s;10:5;5:' }, /rules\.0\.thresholds/),
  'a label of a threshold has letters and digits only': async ({ north }) =>
    withRule(north, { thresholds: 'my_size=1;1:;2:' }, /my_size/),
  'a report has levels of the topology': async ({ north }) =>
    changed(north, 'reports', 'R', { topology_types: [] }, /topology_types.*Required/),
  'a filter of a report has values, none twice or beside a pattern that matches it, none that is also excluded':
    async ({ north }) =>
      withFilter(north, { name: 'scope', value: '', context: 'argo.group.filter.tags.array' }, /filter_tags.*Required/),
  'a value, a tag or an extension of a filter is in the topology of today': async ({ north }) =>
    withFilter(north, { name: 'group', value: 'NOWHERE', context: 'argo.group.filter.fields' }, /NOWHERE/),
  'a metric of a threshold exists': async ({ north }) => withRule(north, { metric: 'no.metric' }, /no\.metric/),
  'a metric or attribute of an override exists': async ({ north }) =>
    changed(
      north,
      'metricconfiguration',
      'local',
      { global_attributes: [{ attribute: 'NOBODY', value: '1' }] },
      /NOBODY/,
    ),
  'a host of an override is in the topology of today': async ({ north }) =>
    changed(
      north,
      'metricconfiguration',
      'local',
      { host_attributes: [{ hostname: 'nowhere.test', attribute: 'A', value: '1' }] },
      /nowhere\.test/,
    ),
  'a host or a group of a threshold is in the topology of today': async ({ north }) =>
    withRule(north, { endpoint_group: 'NOWHERE' }, /NOWHERE/),
  'a template that a metric template depends on exists': async ({ root }) =>
    changed(root, 'metrictemplates', 'web.tls', { dependency: [{ key: 'no.metric', value: '1' }] }, /no\.metric/),
  'a service of a metric profile is a service type': async ({ north }) =>
    changed(north, 'metricprofiles', 'base', { services: [{ service: 'nothing', metric: 'disk' }] }, /nothing/),
  'a service of an aggregation profile, or the one of a probe candidate, is a service type': async ({ north }) => {
    const services = [{ name: 'nothing', operation: 'AND' }]
    return changed(north, 'aggregations', 'base', { groups: [{ name: 'web', operation: 'OR', services }] }, /nothing/)
  },
  'a username differs from all others in more than capital letters': async ({ north }) =>
    added(north, 'users', { ...aUser, username: 'ADMIN' }, /username.*capital letters/),
  'a mail address belongs to one user': async ({ north }) => {
    await north.send('POST', 'users', { ...aUser, username: 'one', email: 'shared@example.org' })
    return added(north, 'users', { ...aUser, username: 'two', email: 'shared@example.org' }, /same email address/)
  },
  'a new name, also of a key or passkey, has composed characters (NFC) and no two spaces in a row; a probe candidate keeps that of its submitter':
    async ({ north }) => added(north, 'thresholdsprofiles', { ...aProfile, name: 'Cafe\u0301  limits' }),
  'a name of another kind differs from all others in more than capital letters': async ({ north }) =>
    added(north, 'thresholdsprofiles', { ...aProfile, name: 'limits' }, /LIMITS/),
  'a repo file has sections, each once and with an address, and is no page of HTML': async ({ root }) =>
    added(root, 'yumrepos', { name: 'odd', tag: 'Rocky 9', content: 'baseurl=x', description: 'd' }, /section/),
  'what a write deletes, or the parent of a metric that it adds, is missing in other objects': async ({ north }) => ({
    client: north,
    method: 'DELETE',
    path: 'servicetypes/s',
    says: /will be missing/,
  }),
}

const aProfile = { groupname: 'operations', description: '', rules: [] }
const aUser = {
  first_name: 'A',
  last_name: 'B',
  email: 'a@example.org',
  is_active: true,
  is_superuser: false,
  password: 'a long enough secret',
}

const added = (client: Client, path: string, body: object, says?: RegExp) =>
  ({ client, method: 'POST', path, body, ...(says && { says }) }) as const

/** A change of the stored object. */
async function changed(client: Client, path: string, key: string, values: object, says?: RegExp) {
  const { body } = await client.send('GET', `${path}/${key}`)
  return { client, method: 'PUT', path, body: { ...body, ...values }, ...(says && { says }) } as const
}

async function withRule(client: Client, values: object, says?: RegExp) {
  const rules = [{ metric: 'disk', thresholds: 'time=1s;0:5;5:', ...values }]
  return changed(client, 'thresholdsprofiles', 'LIMITS', { rules }, says)
}

async function withFilter(client: Client, filter: Fields, says?: RegExp) {
  const { body } = await client.send('GET', 'reports/R')
  return changed(client, 'reports', 'R', { filter_tags: [...body.filter_tags, filter] }, says)
}

describe.each(databases)('the rules that the documentation of scripts lists, on $name', (kind) => {
  let server: TestApp
  let callers: Callers
  beforeAll(async () => {
    server = await startTestApp(kind)
    callers = { north: await server.as('admin'), root: await server.as('admin', 'super.test') }
    await addReferences(server)
    await writeTopology(server, 'NORTH', '2030-01-01', {
      endpoints: [{ type: 'SITES', group: 'g', service: 's', hostname: 'h', tags: {} }],
      groups: [{ type: 'NGI', group: 'NGI_A', subgroup: 'g', tags: {} }],
    })
  })
  afterAll(() => server.close())

  test('are those that are tried here', () => {
    expect(documented.map(([rule]) => rule).sort()).toEqual(Object.keys(broken).sort())
  })

  /** What the server does with it, in a dry run and in the write itself. */
  async function outcomeOf({
    client,
    method,
    path,
    body,
    says,
  }: Broken & { client: Client }): Promise<Outcome | object> {
    const dry = await client.send(method, `${path}?dry_run=true`, body, whatever)
    const written = await client.send(method, path, body, whatever)
    const isRefused = [dry, written].every(
      ({ status, body }) => [400, 409].includes(status) && says?.test(JSON.stringify(body.fields)),
    )
    if (isRefused) return 'refuses'
    const isSaid = [dry.body?.notices?.warning, written.body?.warning].map(
      (warning) => says?.test(warning ?? '') ?? false,
    )
    if (written.status >= 300 || dry.status >= 300) return { dry: dry.body, written: written.body }
    if (isSaid[0]) return isSaid[1] ? 'notes' : 'a dry run notes'
    const { name } = Object(body)
    return name !== undefined && written.body.name !== name ? 'converts' : { dry: dry.body, written: written.body }
  }

  test.each(Object.keys(broken))('%s', async (rule) => {
    const [, says = ''] = documented.find(([documentedRule]) => documentedRule === rule) ?? []
    const [expected] = Object.entries(outcomes).find(([, words]) => words.test(says)) ?? []
    const broke = await broken[rule]?.(callers)
    expect(broke && (await outcomeOf(broke))).toEqual(expected)
  })
})
