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

type Tenant = Map<string, Profile>
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
    const known = tenant.get(given.name)
    if (given.act === 'add') await add(tenant, real, given)
    else if (known && given.act === 'delete') await remove(tenant, real, given, known)
    else if (known) await change(real, given, known)
    await expectSame(model, real)
  },
})

async function add(tenant: Tenant, real: Real, { person, name, content }: Act): Promise<void> {
  const { status, body, etag = '' } = await real.send(person, 'POST', 'metricprofiles', bodyOf(name, content))
  expect(status).toBe(tenant.has(name) ? 409 : 201)
  if (status === 201) tenant.set(name, { apiid: body.apiid, versions: [content], tags: [etag] })
}

async function remove(tenant: Tenant, real: Real, { person, name }: Act, { apiid, tags }: Profile): Promise<void> {
  const seen = { 'if-match': tags.at(-1) ?? '' }
  const { status } = await real.send(person, 'DELETE', `metricprofiles/${apiid}`, undefined, seen)
  // With metrics that are deleted too, the response lists them.
  expect([200, 204]).toContain(status)
  tenant.delete(name)
}

async function change(real: Real, { act, person, name, pick, ...given }: Act, known: Profile): Promise<void> {
  const { apiid, versions, tags } = known
  const tag = act === 'change unseen' ? tags[pick % tags.length] : tags.at(-1)
  const earlier = { restore: pick % versions.length, undo: Math.max(versions.length - 2, 0) }
  const content = (act === 'restore' || act === 'undo' ? versions[earlier[act]] : undefined) ?? given.content
  const body = { ...bodyOf(name, content), apiid }
  const { status, etag = '' } = await real.send(person, 'PUT', 'metricprofiles', body, { 'if-match': tag ?? '' })
  expect(status).toBe(tag === tags.at(-1) ? 200 : 412)
  if (status !== 200) return
  // A save that changes nothing is a version too.
  versions.push(content)
  tags.push(etag)
}

/** Every tenant has exactly its profiles, with their content and the number of their versions. */
async function expectSame(model: Model, real: Real): Promise<void> {
  for (const person of people) {
    const tenant = model[person.host]
    const { body } = await real.send(person, 'GET', 'metricprofiles')
    expect(body.map(({ name }: { name: string }) => name).toSorted()).toEqual([...tenant.keys()].toSorted())
    for (const [name, { versions }] of tenant) {
      const key = encodeURIComponent(name)
      const { body: found } = await real.send(person, 'GET', `metricprofiles/${key}`)
      expect({ description: found.description, services: found.services }).toEqual(versions.at(-1))
      const { body: history } = await real.send(person, 'GET', `tenantversion/metricprofile/${key}`)
      expect(history).toHaveLength(versions.length)
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

const emptyModel = (): Model => ({ 'north.test': new Map(), 'south.test': new Map() })
const realOf = (server: TestApp): Real => ({
  send: async ({ username, host }, ...request) => (await server.as(username, host)).send(...request),
})
