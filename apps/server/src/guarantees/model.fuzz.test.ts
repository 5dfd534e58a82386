import { databases } from '@quatrain/platform/testing/databases.ts'
import {
  type AsyncCommand,
  assert,
  asyncModelRun,
  asyncProperty,
  commands,
  constantFrom,
  nat,
  record,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Answer, type Client, type Host, startTestApp, type TestApp } from '#test/test-app.ts'
import { expectAgreement } from '#test/two-stores.ts'

/** What a profile contains, apart from its name. */
interface Content {
  readonly description: string
  readonly services: readonly { readonly service: string; readonly metric: string }[]
}

/** A profile with its versions, the newest last, and the entity tags that people have seen. */
interface Profile {
  readonly apiid: string
  readonly versions: Content[]
  readonly tags: string[]
}

/** The last write of a tenant, which can be undone: without content before it, it is an add; without a tag, a delete. */
interface LastWrite {
  readonly name: string
  readonly apiid: string
  readonly before: Content | undefined
  readonly tag: string | undefined
}

interface Tenant {
  readonly profiles: Map<string, Profile>
  last: LastWrite | undefined
}
type Model = Readonly<Record<Person['host'], Tenant>>

interface Real {
  send(person: Person, ...request: Parameters<Client['send']>): Promise<Answer>
}

/** Two people of two tenants, who see the same names. */
const people = [
  { username: 'admin', host: 'north.test' },
  { username: 'member', host: 'north.test' },
  { username: 'admin', host: 'south.test' },
  { username: 'member', host: 'south.test' },
] as const satisfies readonly { username: string; host: Host }[]
type Person = (typeof people)[number]

const names = ['CORE', 'core', 'a/b %2F']
const contents: readonly Content[] = [
  { description: '', services: [] },
  { description: 'First.', services: [{ service: 's', metric: 'disk' }] },
  {
    description: 'Second.',
    services: [
      { service: 's', metric: 'web.http' },
      { service: 't', metric: 'disk' },
    ],
  },
]

const bodyOf = (name: string, content: Content) => ({ name, groupname: 'operations', ...content })

interface Act {
  readonly act: 'add' | 'change' | 'change unseen' | 'delete' | 'restore' | 'undo'
  readonly person: Person
  readonly name: string
  readonly content: Content
  /** Chooses the version that is restored, or the entity tag of an unseen change. */
  readonly pick: number
}

/** One act of one person: the server and the model answer it in the same way. */
const commandOf = (given: Act): AsyncCommand<Model, Real> => ({
  check: () => true,
  toString: () => JSON.stringify(given),
  async run(model, real) {
    const tenant = model[given.person.host]
    const known = tenant.profiles.get(given.name)
    if (given.act === 'add') await add(tenant, real, given)
    else if (given.act === 'undo') await undo(tenant, real, given)
    else if (known && given.act === 'delete') await remove(tenant, real, given, known)
    else if (known && given.act === 'restore') await restore(tenant, real, given, known)
    else if (known) await change(tenant, real, given, known)
    await expectSame(model, real)
  },
})

async function add(tenant: Tenant, real: Real, { person, name, content }: Pick<Act, 'person' | 'name' | 'content'>) {
  const { status, body, etag = '' } = await real.send(person, 'POST', 'metricprofiles', bodyOf(name, content))
  expect(status).toBe(tenant.profiles.has(name) ? 409 : 201)
  if (status !== 201) return
  tenant.profiles.set(name, { apiid: body.apiid, versions: [content], tags: [etag] })
  tenant.last = { name, apiid: body.apiid, before: undefined, tag: etag }
}

async function remove(tenant: Tenant, real: Real, { person, name }: Act, { apiid, versions, tags }: Profile) {
  await sendRemove(real, person, apiid, tags.at(-1), [200, 204])
  tenant.profiles.delete(name)
  tenant.last = { name, apiid, before: versions.at(-1), tag: undefined }
}

async function sendRemove(real: Real, person: Person, apiid: string, tag = '', expected: readonly number[]) {
  const { status } = await real.send(person, 'DELETE', `metricprofiles/${apiid}`, undefined, { 'if-match': tag })
  // With metrics that are deleted too, the response lists them.
  expect(expected).toContain(status)
}

/** A save that changes nothing is a version too. Returns whether it was stored. */
async function save(
  real: Real,
  { person, name }: Pick<Act, 'person' | 'name'>,
  { apiid, versions, tags }: Profile,
  { content, tag = '', query = '' }: { readonly content: Content; readonly tag?: string; readonly query?: string },
): Promise<string | undefined> {
  const body = { ...bodyOf(name, content), apiid }
  const sent = await real.send(person, 'PUT', `metricprofiles${query}`, body, { 'if-match': tag })
  expect(sent.status, JSON.stringify(sent.body)).toBe(tag === tags.at(-1) ? 200 : 412)
  if (sent.status !== 200) return undefined
  versions.push(content)
  tags.push(sent.etag ?? '')
  return sent.etag
}

async function change(tenant: Tenant, real: Real, given: Act, known: Profile): Promise<void> {
  const { act, name, content, pick } = given
  const { apiid, versions, tags } = known
  const before = versions.at(-1)
  const tag = await save(real, given, known, {
    content,
    tag: (act === 'change unseen' ? tags[pick % tags.length] : tags.at(-1)) ?? '',
  })
  if (tag !== undefined) tenant.last = { name, apiid, before, tag }
}

async function restore(tenant: Tenant, real: Real, given: Act, known: Profile): Promise<void> {
  const { person, name, pick } = given
  const { apiid, versions, tags } = known
  const number = pick % versions.length
  const [before, content] = [versions.at(-1), versions[number]]
  if (!content) throw new Error('A profile has versions.')
  const history = await historyOf(real, person, name)
  // The newest version is the first one.
  const version = history.at(-1 - number)
  const query = `?restored_from=${version?.id}`
  const tag = await save(real, given, known, { content, tag: tags.at(-1) ?? '', query })
  const [{ comment } = { comment: '' }] = await historyOf(real, person, name)
  expect(comment).toMatch(new RegExp(`^Restored version ${number + 1}\\.`))
  tenant.last = { name, apiid, before, tag }
}

/** As the browser does after a write; refused if somebody has written since. */
async function undo(tenant: Tenant, real: Real, { person }: Act): Promise<void> {
  const { last, profiles } = tenant
  if (!last) return
  const { name, apiid, before, tag } = last
  tenant.last = undefined
  if (tag === undefined) {
    if (before) await add(tenant, real, { person, name, content: before })
    return
  }
  const known = profiles.get(name)
  if (before && known?.apiid === apiid) {
    await save(real, { person, name }, known, { content: before, tag })
  } else if (!before && known?.apiid === apiid) {
    const isLast = known.tags.at(-1) === tag
    await sendRemove(real, person, apiid, tag, isLast ? [200, 204] : [412])
    if (isLast) profiles.delete(name)
  }
}

const historyOf = async (
  real: Real,
  person: Person,
  name: string,
): Promise<readonly { readonly id: number; readonly comment: string }[]> => {
  const { body } = await real.send(person, 'GET', `tenantversion/metricprofile/${encodeURIComponent(name)}`)
  return body
}

/** Every tenant has exactly its profiles, with their content and the number of their versions. */
async function expectSame(model: Model, real: Real): Promise<void> {
  for (const person of people) {
    const { profiles } = model[person.host]
    const { body } = await real.send(person, 'GET', 'metricprofiles')
    expect(body.map(({ name }: { name: string }) => name).toSorted()).toEqual([...profiles.keys()].toSorted())
    for (const [name, { versions }] of profiles) {
      const key = encodeURIComponent(name)
      const { body: found } = await real.send(person, 'GET', `metricprofiles/${key}`)
      expect({ description: found.description, services: found.services }).toEqual(versions.at(-1))
      expect(await historyOf(real, person, name)).toHaveLength(versions.length)
    }
  }
}

describe.each(databases.slice(0, 1))('two people of two tenants, who act at random, on $name', (usual) => {
  test('see what a simple model says', { timeout: 1_800_000 }, async () => {
    const act = record<Act>({
      act: constantFrom('add', 'add', 'change', 'change', 'change unseen', 'delete', 'restore', 'undo'),
      person: constantFrom(...people),
      name: constantFrom(...names),
      content: constantFrom(...contents),
      pick: nat(5),
    })
    await assert(
      asyncProperty(commands([act.map(commandOf)], { maxCommands: 60, size: 'max' }), async (acts) => {
        const server = await startTestApp(usual)
        try {
          await asyncModelRun(() => ({ model: emptyModel(), real: realOf(server) }), acts)
          await expectAgreement(server)
        } finally {
          await server.close()
        }
      }),
      { numRuns: Number(process.env.QUATRAIN_FUZZ_RUNS ?? 20), endOnFailure: false },
    )
  })
})

const emptyTenant = (): Tenant => ({ profiles: new Map(), last: undefined })
const emptyModel = (): Model => ({ 'north.test': emptyTenant(), 'south.test': emptyTenant() })
const realOf = (server: TestApp): Real => ({
  send: async ({ username, host }, ...request) => (await server.as(username, host)).send(...request),
})
