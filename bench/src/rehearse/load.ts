// People and monitoring boxes of two tenants, who know which answers may be repeated: see docs/reliability.md.
import { setTimeout } from 'node:timers/promises'
import { reauthenticate } from '@quatrain/contract/accounts/own-account.ts'
import { storeDifferences } from '@quatrain/contract/console/differences.ts'
import { blankUser } from '@quatrain/contract/resources/user.ts'
import { type Answer, api, ask, box, signIn, type Target } from '../client.ts'
import { type Filling, superuser } from '../data.ts'
import { pairsOf, thresholdsOf } from '../parts/saves.ts'
import { quatrain } from '../programs.ts'

const tenants = ['ALPHA', 'BETA']
/** Their data at the start. */
export const filling: Filling = {
  templates: 200,
  versions: 1,
  tenants: tenants.map((tenant) => ({ tenant, metrics: 200, profiles: 0, pairs: 0 })),
}

/** A kind of object that people save; its marker is a field that differs in each save. */
interface SavedKind {
  readonly path: string
  readonly content: (name: string, tenant: string, marker: string) => object
  /** What an add sends besides. */
  readonly added?: object
  /** The fields of a record that identify it in a change and in a delete. */
  readonly identity: string
  readonly key: string
  readonly marker: string
}

const described = (path: string, more: object): SavedKind => ({
  path,
  content: (name, groupname, description) => ({ name, groupname, description, ...more }),
  identity: 'apiid',
  key: 'apiid',
  marker: 'description',
})

/** Profiles are in both stores, users in the console's database only. */
const kinds: readonly SavedKind[] = [
  described('metricprofiles', { services: pairsOf(3) }),
  described('thresholdsprofiles', thresholdsOf(3)),
  {
    path: 'users',
    content: (username, _, last_name) => ({ ...blankUser, username, email: `${username}@example.org`, last_name }),
    added: { password: superuser.password },
    identity: 'pk',
    key: 'username',
    marker: 'last_name',
  },
]

/** What the clients of a run have seen. */
interface Seen {
  /** Requests that were sent again, or after which the object was read again: no answer, 502, 503, 504, 409 and 412. */
  repeated: number
  /** Milliseconds of each answered request. */
  took: number[]
  /** What no client should see: each is a failure of the run. */
  readonly errors: string[]
}

const limitMs = 300_000
const pause = () => setTimeout(200)

/** Undefined if it is unknown whether the request was performed. */
async function send(
  outcomes: Seen,
  ...[target, method, path, options]: Parameters<typeof ask>
): Promise<Answer | undefined> {
  const answer = await ask(target, method, path, options).catch(() => undefined)
  if (answer) outcomes.took.push(answer.took)
  if (answer && ![502, 503, 504].includes(answer.status)) return answer
  outcomes.repeated += 1
  return undefined
}

/** The parsed body and the version of what is read, until there is an answer; undefined if it does not exist. */
async function readPatiently(outcomes: Seen, target: Target, path: string) {
  const deadline = performance.now() + limitMs
  while (performance.now() < deadline) {
    const answer = await send(outcomes, target, 'GET', path)
    if (answer?.status === 404) return undefined
    if (answer?.status === 200) return { body: JSON.parse(answer.body.toString()), tag: String(answer.headers.etag) }
    if (answer) throw new Error(`GET ${path}: ${answer.status} ${answer.body}`)
    await pause()
  }
  throw new Error(`GET ${path} was not answered.`)
}

/** One object, which one person saves again and again. */
interface Saved {
  /** How many saves were acknowledged, or found in place after an unclear answer. */
  saves: number
  save(): Promise<void>
  remove(): Promise<void>
  /** What is wrong: its history must be its saves, each once and in their order, and its state the last of them. */
  verify(): Promise<string[]>
}

/**
 * Adds an object. After each write it is read, and the write is repeated if its outcome was unclear and the object is as
 * it was before. Throws for what must not happen.
 */
async function startSaving(
  outcomes: Seen,
  target: Target,
  tenant: string,
  kind: SavedKind,
  name: string,
): Promise<Saved> {
  const [path, description] = [`${api}/${kind.path}`, `${name} of ${kind.path} of ${tenant}`]
  const markerOf = (number: number) => `Save ${number}`
  let currentObject: Awaited<ReturnType<typeof readPatiently>>
  const markerNow = () => currentObject?.body[kind.marker]
  const write = async (method: string, address: string, content?: object, after?: string) => {
    const deadline = performance.now() + limitMs
    const markerBefore = markerNow()
    while (performance.now() < deadline) {
      const headers = currentObject && { 'if-match': currentObject.tag }
      const body = content && {
        ...content,
        ...(currentObject && { [kind.identity]: currentObject.body[kind.identity] }),
      }
      const answer = await send(outcomes, target, method, address, { body, ...(headers && { headers }) })
      const status = answer?.status ?? 0
      if (answer && status === 403 && JSON.parse(answer.body.toString()).code === 'reauthentication_required') {
        await send(outcomes, target, reauthenticate.method, reauthenticate.path, {
          body: { password: superuser.password },
        })
        continue
      }
      if (status >= 400) outcomes.repeated += 1
      currentObject = await readPatiently(outcomes, target, `${path}/${name}`)
      const isRefused = status >= 400 && ![404, 409, 412].includes(status)
      const isLost = markerNow() !== after && (markerNow() !== markerBefore || (status >= 200 && status < 300))
      if (isRefused || isLost)
        throw new Error(`${method} of ${description}: ${status} ${answer?.body}, then ${markerNow()}`)
      if (markerNow() === after) return
      await pause()
    }
    throw new Error(`${method} of ${description} does not end.`)
  }
  await write('POST', path, { ...kind.content(name, tenant, markerOf(0)), ...kind.added }, markerOf(0))
  const saved: Saved = {
    saves: 0,
    async save() {
      const next = markerOf(saved.saves + 1)
      await write('PUT', path, kind.content(name, tenant, next), next)
      saved.saves += 1
    },
    remove: () => write('DELETE', `${path}/${currentObject?.body[kind.key]}`),
    async verify() {
      const state = await readPatiently(outcomes, target, `${path}/${name}`)
      const history = await readPatiently(outcomes, target, `${api}/tenantversion/${kind.path.slice(0, -1)}/${name}`)
      const versions: readonly unknown[] = history?.body
      const numbers = versions.map((version) => Number(/"Save (\d+)"/.exec(JSON.stringify(version))?.[1]))
      const isComplete = numbers.sort((a, b) => a - b).join() === [...Array(saved.saves + 1).keys()].join()
      if (isComplete && state?.body[kind.marker] === markerOf(saved.saves)) return []
      return [`${description} has ${saved.saves} saves, but the versions ${numbers}.`]
    },
  }
  return saved
}

/** Reads the list of a kind. Its saved object is never older than it was when the request began, nor than in the list before. */
function reading(outcomes: Seen, target: Target, tenant: string, { path, marker }: SavedKind, saved: Saved) {
  let newestSeen = 0
  return async () => {
    const least = Math.max(newestSeen, saved.saves)
    const list: readonly Record<string, unknown>[] = (await readPatiently(outcomes, target, `${api}/${path}`))?.body
    const object = list.find(({ name, username }) => (name ?? username) === 'saved')
    newestSeen = Number(/\d+/.exec(String(object?.[marker])))
    if (!(newestSeen >= least))
      throw new Error(`${path} of ${tenant} were read with the save ${newestSeen}, after ${least} was seen.`)
  }
}

/** People and boxes, who go on until they are told to stop. */
export interface Load {
  readonly outcomes: Seen
  readonly objects: readonly Saved[]
  readonly saves: () => number
  /** Resolves when no write is open any more. */
  untilRecovered(): Promise<void>
  /** Ends the load. Returns what is wrong, a sentence each. */
  stop(databaseUrl: string): Promise<string[]>
}

/** Starts the load, with `thinkingMs` between two requests of a client. */
export async function startLoad(url: string, thinkingMs: number): Promise<Load> {
  const outcomes: Seen = { repeated: 0, took: [], errors: [] }
  const [objects, people]: [Saved[], Target[]] = [[], []]
  const working: Promise<void>[] = []
  let isOver = false
  const untilOver = async (work: () => Promise<unknown>) => {
    while (!isOver) {
      await work()
      await setTimeout(thinkingMs)
    }
  }
  const start = (work: () => Promise<unknown>) =>
    working.push(untilOver(work).catch((error: unknown) => void outcomes.errors.push(String(error))))
  for (const tenant of tenants) {
    const { member } = await signIn(url, tenant)
    people.push(member)
    for (const kind of kinds) {
      const saved = await startSaving(outcomes, member, tenant, kind, 'saved')
      objects.push(saved)
      start(reading(outcomes, member, tenant, kind, saved))
      start(async () => {
        await saved.save()
        if (saved.saves % 10 === 0) await (await startSaving(outcomes, member, tenant, kind, 'more')).remove()
      })
    }
    start(() => readPatiently(outcomes, box(url, tenant), '/api/v2/metrics'))
  }
  const differences = async () => {
    const problems = []
    for (const person of people) problems.push((await readPatiently(outcomes, person, storeDifferences.path))?.body)
    return problems.flatMap((body) => storeDifferences.answer.parse(body))
  }
  const untilRecovered = async () => {
    const deadline = performance.now() + limitMs
    while ((await differences()).some(({ openWrites }) => openWrites.length > 0)) {
      if (performance.now() > deadline) throw new Error('Writes do not end.')
      await pause()
    }
  }
  return {
    outcomes,
    objects,
    saves: () => objects.reduce((sum, { saves }) => sum + saves, 0),
    untilRecovered,
    async stop(databaseUrl) {
      isOver = true
      await Promise.all(working)
      await untilRecovered()
      const problems = [...outcomes.errors]
      for (const object of objects) problems.push(...(await object.verify()))
      for (const { kind, differences: differencesOfKind, unreadable, failure } of await differences()) {
        if (differencesOfKind.length > 0 || unreadable.length > 0 || failure)
          problems.push(`${kind}: ${JSON.stringify({ found: differencesOfKind, unreadable, failure })}`)
      }
      await quatrain(['activity', 'verify'], databaseUrl).catch((error: unknown) => problems.push(String(error)))
      return problems
    },
  }
}
