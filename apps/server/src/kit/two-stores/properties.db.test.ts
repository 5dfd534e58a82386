import { randomUUID } from 'node:crypto'
import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { bothDatabases } from '@quatrain/platform/testing/databases.ts'
import { eventually } from '@quatrain/platform/testing/eventually.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Behavior } from '#test/faulty-proxy.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { addToy, changeToy, deleteToy, prepareToys, toyAggregations, toyRecoveries } from '#test/toy-aggregations.ts'
import { type Action, actions, openIntents, storesOf } from '#test/two-stores.ts'
import { compareStores } from './differences.ts'

const names = ['one', 'two'] as const

interface Write {
  readonly action: Action
  readonly name: (typeof names)[number]
}

/** Writes that are sent concurrently while the Web API has a behavior. */
interface Round {
  readonly writes: Write[]
  readonly behavior: Behavior
  /** The behavior applies only to these calls, starting with one of them. */
  readonly method: string
  readonly from: number
  readonly recover: boolean
}

const fine: Behavior = { kind: 'work' }
const behaviorsWith = (distorted: string): Behavior[] => [
  { kind: 'refuse', status: 409 },
  { kind: 'refuse', status: 500 },
  { kind: 'hang', carryOut: true },
  { kind: 'hang', carryOut: false },
  { kind: 'drop', carryOut: true },
  { kind: 'drop', carryOut: false },
  { kind: 'rubbish' },
  { kind: 'distort', member: distorted, value: 'Something else.' },
]

const roundsWith = (distorted: string): fc.Arbitrary<Round[]> =>
  fc.array(
    fc.record({
      writes: fc.array(fc.record({ action: fc.constantFrom(...actions), name: fc.constantFrom(...names) }), {
        minLength: 1,
        maxLength: 3,
      }),
      behavior: fc.oneof(fc.constant(fine), fc.constantFrom(...behaviorsWith(distorted))),
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
      from: fc.integer({ min: 1, max: 3 }),
      recover: fc.boolean(),
    }),
    { minLength: 2, maxLength: 7 },
  )

/** The outcome of a write as its client sees it. */
interface Outcome {
  readonly isDone: boolean
  readonly detail: string
}

/** The content of one store: each object with the marker of its last write. */
interface StoredContent {
  readonly id: string
  readonly name: string
  readonly says: string
}

/** A kind of object in both stores. */
interface Subject {
  readonly webApiTags: boolean
  /** A field of its document in the Web API that contains the marker of a write. */
  readonly distorted: string
  prepare(server: TestApp): Promise<void>
  send(server: TestApp, write: Write, says: string): Promise<Outcome>
  stores(server: TestApp): Promise<{ readonly ours: StoredContent[]; readonly theirs: StoredContent[] }>
}

const metricProfiles: Subject = {
  webApiTags: true,
  distorted: 'description',
  async prepare() {},
  async send(server, { action, name }, says) {
    const admin = await server.as('admin')
    const known = (await admin.send('GET', `metricprofiles/${name}`)).body.apiid ?? randomUUID()
    const body = { name, groupname: 'operations', description: says, services: [{ service: 's', metric: 'disk' }] }
    const any = { 'if-match': '*' }
    const sent = {
      add: () => admin.send('POST', 'metricprofiles', body),
      change: () => admin.send('PUT', 'metricprofiles', { ...body, apiid: known }, any),
      delete: () => admin.send('DELETE', `metricprofiles/${known}`, undefined, any),
    }
    const answer = await sent[action]()
    return { isDone: answer.status < 300, detail: answer.body?.detail ?? '' }
  },
  async stores(server) {
    const { ours, theirs } = await storesOf(server)
    const said = (profiles: typeof ours) =>
      profiles.map(({ id, name, description }) => ({ id, name, says: description }))
    return { ours: said(ours), theirs: said(theirs) }
  },
}

const toys = (webApiTags: boolean): Subject => ({
  webApiTags,
  distorted: 'metric_operation',
  prepare: prepareToys,
  async send(server, { action, name }, operation) {
    const ctx = await server.context('NORTH')
    const apiid = (await toyAggregations.find(ctx.db, { name }))?.apiid ?? randomUUID()
    const sent = {
      add: () => addToy(ctx, { name, operation }),
      change: () => changeToy(ctx, { name, operation, apiid }),
      delete: () => deleteToy(ctx, apiid),
    }
    try {
      await sent[action]()
      return { isDone: true, detail: '' }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { isDone: false, detail: error.message }
    }
  },
  async stores(server) {
    const ctx = await server.context('NORTH')
    expect((await compareStores(ctx, toyAggregations)).differences).toEqual([])
    const byId = (a: StoredContent, b: StoredContent) => (a.id < b.id ? -1 : 1)
    const theirs = await ctx.webApi.aggregationProfiles.list()
    return {
      ours: (await toyAggregations.findAll(ctx.db))
        .map(({ apiid, name, operation }) => ({ id: apiid, name, says: operation }))
        .sort(byId),
      theirs: theirs.map(({ id, name, metric_operation }) => ({ id, name, says: metric_operation })).sort(byId),
    }
  },
})

const subjects: [string, Subject][] = [
  ['metric profiles', metricProfiles],
  ['a kind that refers to them', toys(true)],
  ['the same in a Web API without tags', toys(false)],
]

describe.each(subjects)('%s', (_, subject) => {
  let server: TestApp
  beforeAll(async () => {
    const [embedded] = bothDatabases
    if (!embedded) throw new Error('There is always an embedded database.')
    const { webApiTags } = subject
    server = await startTestApp(embedded, { webApiTags, recoveries: toyRecoveries })
    await subject.prepare(server)
  })
  afterAll(() => server.close())

  let sentSoFar = 0

  async function play(
    { writes, behavior, method, from, recover }: Round,
    possible: Map<string, Set<string | undefined>>,
  ) {
    server.webApi.behave(behavior, method, from)
    const sent = await Promise.all(
      writes.map(async (write) => {
        sentSoFar += 1
        const says = `Said ${sentSoFar}.`
        const result = await subject.send(server, write, says)
        // A deleted object has no marker.
        return { ...write, ...result, says: write.action === 'delete' ? undefined : says }
      }),
    )
    server.webApi.recover()
    await server.webApi.idle()
    for (const name of names) {
      const own = sent.filter((write) => write.name === name)
      const done = own.filter(({ isDone }) => isDone).map(({ says }) => says)
      const isToBeFinished = own.some(({ detail }) => detail.includes('The delete will be finished'))
      const before = possible.get(name) ?? []
      possible.set(name, new Set([...(done.length > 0 ? done : before), ...(isToBeFinished ? [undefined] : [])]))
    }
    if (recover) await server.recoverWrites()
  }

  test('whatever the Web API does, both stores are equal in the end, and acknowledged writes are done', async () => {
    await fc.assert(
      fc.asyncProperty(roundsWith(subject.distorted), async (rounds) => {
        const possible = new Map(
          (await subject.stores(server)).ours.map(({ name, says }) => [name, new Set<string | undefined>([says])]),
        )
        for (const name of names) if (!possible.has(name)) possible.set(name, new Set([undefined]))
        for (const round of rounds) await play(round, possible)
        await eventually(async () => {
          await server.recoverWrites()
          expect(await openIntents(server)).toEqual([])
        })
        const { ours, theirs } = await subject.stores(server)
        expect(theirs).toEqual(ours)
        for (const name of names) {
          const says = ours.find((object) => object.name === name)?.says
          expect([...(possible.get(name) ?? [])], name).toContain(says)
        }
      }),
      { numRuns: isFullRun ? 50 : 8 },
    )
  })
})
