import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { isRolledOut } from '@quatrain/contract/kit/resource.ts'
import { inputFromDocument } from '@quatrain/contract/kit/stored-document.ts'
import { namesIn, type Reference, references } from '@quatrain/contract/resources/references.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addOwnKey } from '#test/own-key.ts'
import { addReferences, addressOf, isNamed, resourceOf, sent } from '#test/referenced-objects.ts'
import { type Answer, type Client, type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { asDocument, labelOf, nameOf, readerOf, unknownNames } from '#test/unknown-names.ts'

// Every reference of the table is tried on every road: `addReferences` has an object for each of them.

// biome-ignore lint/suspicious/noExplicitAny: objects of every kind.
type Fields = Readonly<Record<string, any>>

interface Target {
  readonly kind: string
  readonly object: Fields
}

const hosts = ['super.test', 'north.test'] as const

/** Metrics get other names with their templates and packages. */
const renamable = references.filter(({ renamed, to }) => renamed && to !== 'metric')

const kindsThatRefer = [...new Set(references.map(({ from }) => from))]

/** The host at which users write objects of a kind. Those that both hosts have are written in the tenant. */
function hostOf(kind: string): Host {
  const { super: catalogue, tenant } = resourceOf(kind).access
  return catalogue && catalogue.write !== 'nobody' && (tenant?.write ?? 'nobody') === 'nobody'
    ? 'super.test'
    : 'north.test'
}

const keyOf = ({ kind, object }: Target) => encodeURIComponent(keyIn(object, resourceOf(kind).key.read))

let server: TestApp
const adminOf = (kind: string) => server.as('admin', hostOf(kind))

/** All objects of kinds that refer to others or are referred to, as they are now. */
async function readAll(): Promise<(host: Host, kind: string) => Fields[]> {
  const objects = new Map<string, Fields[]>()
  for (const host of hosts) {
    const { all } = readerOf(server, host)
    for (const kind of new Set(references.flatMap(({ from, to }) => [from, to])))
      objects.set(`${host} ${kind}`, await all(kind))
  }
  return (host, kind) => objects.get(`${host} ${kind}`) ?? []
}

/** Writes one target of each of these references. Returns the targets, as they were before, and the answers. */
async function writeTargets(fields: readonly Reference[], write: (target: Target) => Promise<Answer>) {
  const at = await readAll()
  const written = new Map<string, Target & { readonly answer: Answer }>()
  const unwritten: string[] = []
  for (const reference of fields) {
    const { from, field, to } = reference
    const names = hosts.flatMap((host) => at(host, from).flatMap((object) => namesIn(object, reference)))
    const targets = at(hostOf(to), to).filter((object) => names.some(({ name }) => isNamed(object, name)))
    const refusals: string[] = []
    for (const object of targets) {
      const target = { kind: to, object }
      const label = `${to} ${keyOf(target)}`
      const answer = written.get(label)?.answer ?? (await write(target))
      if (answer.status < 300) {
        written.set(label, { ...target, answer })
        break
      }
      refusals.push(`${label}: ${answer.body.detail}`)
    }
    if (refusals.length === targets.length) unwritten.push(`${from} ${field} ${refusals.join(' ')}`)
  }
  expect(unwritten).toEqual([])
  return [...written.values()]
}

/** The input that changes an object to this document, or leaves it as it is now: earlier writes may have changed it since it was read. */
async function inputOf(target: Target, document?: Fields): Promise<Fields> {
  const resource = resourceOf(target.kind)
  const { status, body } = await (await adminOf(target.kind)).send('GET', `${resource.path}/${keyOf(target)}`)
  const object: Fields = { ...target.object, ...(status === 200 ? asDocument(body) : {}) }
  const input = { ...object, ...inputFromDocument(resource, document ?? object) }
  return Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(resource.change?.shape ?? {}, name)))
}

let names = 0
async function rename(client: Client, target: Target, query = ''): Promise<Answer> {
  names += 1
  const name = { [target.kind === 'user' ? 'username' : 'name']: `named${names}` }
  const input = { ...(await inputOf(target)), ...name }
  return client.send('PUT', `${resourceOf(target.kind).path}${query}`, input, whatever)
}
const renameByForm = async (target: Target) => rename(await adminOf(target.kind), target)

/** Changes an object to its newest version that fits; undefined without one. */
async function restore(target: Target, fits: (fields: Fields) => boolean): Promise<Answer | undefined> {
  const { kind, object } = target
  const { history, path } = resourceOf(kind)
  const client = await adminOf(kind)
  const { body } = await client.send('GET', `${history}/${kind}/${keyOf(target)}`)
  const version = Array.isArray(body) && body.find(({ fields }: { fields: Fields }) => fits(fields))
  if (!version) return undefined
  // A metric has the name of its template.
  const input = { ...(await inputOf(target, version.fields)), ...(kind === 'metric' && { name: object.name }) }
  return client.send('PUT', `${path}?restored_from=${version.id}`, input, whatever)
}

/** No answer names what does not exist, except what did before, and what one of the answers to the writes has said. */
async function expectAllSaid(before: readonly string[], answers: readonly Answer[]) {
  const texts = answers.map(({ body }) => `${body.notices?.warning ?? body.warning} ${body.detail}`).join()
  // Earlier versions of a template keep their tags.
  const isOfEarlierVersion = (line: string) => / metric \S+: tags\.\* /.test(line)
  const unknown = (await unknownNames(server)).filter((line) => !before.includes(line) && !isOfEarlierVersion(line))
  expect(unknown.filter((line) => !texts.includes(line.split(' ').at(-1) ?? ''))).toEqual([])
}

describe.each(databases)('no answer names what does not exist, on $name', (database) => {
  beforeAll(async () => {
    server = await startTestApp(database)
    await addReferences(server)
  })
  afterAll(() => server.close())

  test('after renames with a form', async () => {
    expect(await unknownNames(server)).toEqual([])
    await writeTargets(renamable, renameByForm)
    expect(await unknownNames(server)).toEqual([])
  })

  test('after renames with keys of users', async () => {
    const scripts = new Map<Host, Client>()
    for (const host of hosts) {
      const key = { 'x-api-key': await addOwnKey(await server.as('admin', host)) }
      const script = server.browser(host)
      scripts.set(host, {
        send: (method, path, body, headers) => script.send(method, path, body, { ...headers, ...key }),
      })
    }
    const forKeys = renamable.filter(({ to }) => resourceOf(to).userKeys === 'accepted')
    await writeTargets(forKeys, async (target) => {
      const script = scripts.get(hostOf(target.kind))
      return script ? rename(script, target) : renameByForm(target)
    })
    expect(await unknownNames(server)).toEqual([])
  })

  test('after renames for chosen tenants, their reverts, and their runs', async () => {
    const root = await server.as('admin', 'super.test')
    const earlier = (await sent(root, 'GET', 'rollouts')).map(({ id }: Fields) => id)
    // A tenant that has not followed has the former content of its metrics, with the former name of a tag.
    const followed = renamable.filter(({ to }) => isRolledOut(resourceOf(to), 'change') && to !== 'metrictag')
    await writeTargets(followed, async (target) => {
      const answer = await rename(root, target, '?tenants_now=NORTH')
      // No metric contains the name of its package.
      return answer.body.fields?.['tenants_now.0'] ? rename(root, target) : answer
    })
    await server.runRollOuts()
    expect(await unknownNames(server)).toEqual([])
    const rollOuts = (await sent(root, 'GET', 'rollouts')).filter(({ id }: Fields) => !earlier.includes(id))
    for (const { id } of rollOuts) await root.send('POST', `rollouts/${id}/revert`, { tenant: 'NORTH' }, whatever)
    expect(await unknownNames(server)).toEqual([])
    for (const { id } of rollOuts.toReversed())
      await root.send('POST', `rollouts/${id}/jobs`, { tenants: ['NORTH'], action: 'run' }, whatever)
    await server.runRollOuts()
    expect(await unknownNames(server)).toEqual([])
  })

  test('after former names are restored', async () => {
    const restoredKinds = new Set<string>()
    // Versions of users and of groups name each other.
    for (const isOfUser of [false, true]) {
      const targets = renamable.filter(({ to }) => (to === 'user') === isOfUser)
      for (let round = 0; round < 2; round += 1) await writeTargets(targets, renameByForm)
      await writeTargets(targets, async (target) => {
        const answer = await restore(target, (version) => nameOf(version) !== nameOf(target.object))
        // A version that names what has another name now is refused.
        if (!answer || answer.status >= 300) return renameByForm(target)
        restoredKinds.add(target.kind)
        return answer
      })
    }
    expect(restoredKinds.size).toBeGreaterThan(5)
    expect(await unknownNames(server)).toEqual([])
  })

  test('that no answer has said, after versions with former names of others are restored', async () => {
    const isGroupOrUser = (kind: string) => kind.startsWith('groupof') || kind === 'user'
    const answers: Answer[] = []
    const before = await unknownNames(server)
    for (const isIncluded of [
      (kind: string) => ['metrictemplate', 'metrictag'].includes(kind),
      (kind: string) => ['yumrepo', 'package', 'probe'].includes(kind),
      isGroupOrUser,
    ]) {
      const targets = renamable.filter(({ to }) => isIncluded(to))
      const renamed = await writeTargets(targets, renameByForm)
      const former = new Set(renamed.flatMap(({ object }) => [nameOf(object), labelOf(object)]))
      const at = await readAll()
      for (const from of kindsThatRefer.filter((kind) => resourceOf(kind).change)) {
        const fields = references.filter((reference) => reference.from === from)
        const hasFormer = (version: Fields) =>
          fields.some((reference) => namesIn(version, reference).some(({ name }) => former.has(name)))
        for (const object of at(hostOf(from), from)) {
          const answer = await restore({ kind: from, object }, hasFormer)
          if (answer) answers.push(answer)
        }
      }
    }
    expect(answers.length).toBeGreaterThan(10)
    await expectAllSaid(before, answers)
  })

  test('that no dry run has said, after deletes', async () => {
    const before = await unknownNames(server)
    const removed = references.filter(({ deleted, to }) => deleted === 'removed' && to !== 'tenant')
    const previews: Answer[] = []
    await writeTargets(removed, async ({ kind, object }) => {
      const client = await adminOf(kind)
      const remove = (query: string) => client.send('DELETE', `${addressOf(kind, object)}${query}`, undefined, whatever)
      previews.push(await remove('?dry_run=true'))
      const answer = await remove('')
      // A profile that others use stays, and an earlier delete can have removed the object.
      return [404, 409].includes(answer.status) ? { ...answer, status: 200 } : answer
    })
    await expectAllSaid(before, previews)
  })
})

describe.each(databases)('a dry run says what will be missing, on $name', (database) => {
  beforeAll(async () => {
    server = await startTestApp(database)
    await addReferences(server)
  })
  afterAll(() => server.close())

  const profile = (...metrics: string[]) => ({ services: metrics.map((metric) => ({ service: 's', metric })) })
  test.each<[road: string, host: Host, method: string, path: string, body?: object]>([
    ['a package is moved', 'north.test', 'PUT', 'updatemetricsversions', { name: 'web-probes', version: '1.0.0' }],
    ['a metric leaves its last profile', 'north.test', 'PUT', 'metricprofiles', profile()],
    ['a metric is imported', 'north.test', 'POST', 'importmetrics', { metrictemplates: ['disk'] }],
    ['a metric is deleted', 'north.test', 'DELETE', 'metric/disk'],
    ['a profile imports its metric', 'north.test', 'PUT', 'metricprofiles', profile('disk')],
    ['its metric template is deleted', 'super.test', 'DELETE', 'metrictemplates/disk'],
    [
      'service types are replaced',
      'north.test',
      'POST',
      'replaceservicetypes',
      { servicetypes: [{ name: 'other', description: 'd' }] },
    ],
  ])('before %s', async (_, host, method, path, fields) => {
    const client = await server.as('admin', host)
    const body = path === 'metricprofiles' ? { ...(await sent(client, 'GET', `${path}/base`)), ...fields } : fields
    const before = await unknownNames(server)
    const preview = await client.send(method, `${path}?dry_run=true`, body, whatever)
    expect(preview.body.notices.warning).toContain(' will be missing in ')
    expect((await client.send(method, path, body, whatever)).status).toBeLessThan(300)
    await expectAllSaid(before, [preview])
  })
})
