import { randomUUID } from 'node:crypto'
import { databases } from '@quatrain/platform/testing/databases.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mood } from '#test/moody-proxy.ts'
import { type Answer, startTestApp, type TestApp } from '#test/test-app.ts'
import { type Action, actions, openIntents, storesOf } from '#test/two-stores.ts'

const names = ['one', 'two'] as const

interface Write {
  readonly action: Action
  readonly name: (typeof names)[number]
}

/** Writes that are sent at once, while the Web API is in a mood. */
interface Round {
  readonly writes: Write[]
  readonly mood: Mood
  /** The mood is for these calls only, beginning with one of them. */
  readonly method: string
  readonly from: number
  readonly recover: boolean
}

const fine: Mood = { kind: 'work' }
const moods: Mood[] = [
  { kind: 'refuse', status: 409 },
  { kind: 'refuse', status: 500 },
  { kind: 'hang', carryOut: true },
  { kind: 'hang', carryOut: false },
  { kind: 'drop', carryOut: true },
  { kind: 'drop', carryOut: false },
  { kind: 'rubbish' },
  { kind: 'distort', member: 'description', value: 'Something else.' },
]

const rounds: fc.Arbitrary<Round[]> = fc.array(
  fc.record({
    writes: fc.array(fc.record({ action: fc.constantFrom(...actions), name: fc.constantFrom(...names) }), {
      minLength: 1,
      maxLength: 3,
    }),
    mood: fc.oneof(fc.constant(fine), fc.constantFrom(...moods)),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    from: fc.integer({ min: 1, max: 3 }),
    recover: fc.boolean(),
  }),
  { minLength: 2, maxLength: 7 },
)

let server: TestApp
beforeAll(async () => {
  const [embedded] = databases
  if (!embedded) throw new Error('There is always an embedded database.')
  // A call that takes longer for another reason fails, and failing is what this is about.
  server = await startTestApp(embedded, { webApiTimeout: 1_000 })
})
afterAll(() => server.close())

let said = 0

/** Sends a write; answers also with what the profile says once it is done, which is nothing when it is gone. */
async function send({ action, name }: Write): Promise<{ readonly answer: Answer; readonly says: string | undefined }> {
  const admin = await server.as('admin')
  const known = (await admin.send('GET', `metricprofiles/${name}`)).body.apiid ?? randomUUID()
  said += 1
  const says = `Said ${said}.`
  const body = { name, groupname: 'operations', description: says, services: [{ service: 's', metric: 'disk' }] }
  const any = { 'if-match': '*' }
  if (action === 'add') return { says, answer: await admin.send('POST', 'metricprofiles', body) }
  if (action === 'change') {
    return { says, answer: await admin.send('PUT', 'metricprofiles', { ...body, apiid: known }, any) }
  }
  return { says: undefined, answer: await admin.send('DELETE', `metricprofiles/${known}`, undefined, any) }
}

async function play({ writes, mood, method, from, recover }: Round, possible: Map<string, Set<string | undefined>>) {
  server.webApi.feel(mood, method, from)
  const sent = await Promise.all(writes.map(async (write) => ({ ...write, ...(await send(write)) })))
  server.webApi.recover()
  await server.webApi.idle()
  for (const name of names) {
    const own = sent.filter((write) => write.name === name)
    const done = own.filter(({ answer }) => answer.status < 300).map(({ says }) => says)
    const isToBeFinished = own.some(({ answer }) => answer.body?.detail?.includes('The delete will be finished'))
    const before = possible.get(name) ?? []
    possible.set(name, new Set([...(done.length > 0 ? done : before), ...(isToBeFinished ? [undefined] : [])]))
  }
  if (recover) await server.recoverWrites()
}

test('whatever the Web API does, both stores are equal in the end and what was said to be done is done', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (rounds) => {
      const possible = new Map(
        (await storesOf(server)).ours.map(({ name, description }) => [
          name,
          new Set<string | undefined>([description]),
        ]),
      )
      for (const name of names) if (!possible.has(name)) possible.set(name, new Set([undefined]))
      for (const round of rounds) await play(round, possible)
      const deadline = Date.now() + 60_000
      while ((await openIntents(server)).length > 0 && Date.now() < deadline) await server.recoverWrites()

      expect(await openIntents(server)).toEqual([])
      const { ours, theirs } = await storesOf(server)
      expect(theirs).toEqual(ours)
      for (const name of names) {
        const description = ours.find((profile) => profile.name === name)?.description
        expect([...(possible.get(name) ?? [])], name).toContain(description)
      }
    }),
    { numRuns: 15, interruptAfterTimeLimit: 20_000 },
  )
})
