import { expect } from 'vitest'
import type { Answer, TestApp } from './test-app.ts'

export type Action = 'add' | 'change' | 'delete'
export const actions: readonly Action[] = ['add', 'change', 'delete']
/** Calls of the Web API that only look, before the one that writes: a delete looks for what uses the profile, too. */
export const looksBefore = { add: 1, change: 1, delete: 3 } as const
export const methodOf = { add: 'POST', change: 'PUT', delete: 'DELETE' } as const

/** A write to a metric profile of the tenant NORTH, which can be tried again and again. */
export interface Write {
  readonly action: Action
  readonly name: string
  /** Sends it once more, as the tenant's superuser. */
  readonly send: () => Promise<Answer>
}

const asItWas = { groupname: 'operations', description: 'As it was.', services: [{ service: 's', metric: 'disk' }] }
const asWanted = { ...asItWas, description: 'As wanted.', services: [{ service: 's', metric: 'passive' }] }
let made = 0

/** Everything that a write needs is there; the write itself has not been sent. */
export async function aWrite(server: TestApp, action: Action): Promise<Write> {
  made += 1
  const name = `${action} ${made}`
  const admin = await server.as('admin')
  if (action === 'add') return { action, name, send: () => admin.send('POST', 'metricprofiles', { name, ...asWanted }) }
  const { status, body, etag = '' } = await admin.send('POST', 'metricprofiles', { name, ...asItWas })
  expect(status).toBe(201)
  const { apiid } = body
  const seen = { 'if-match': etag }
  const send = () =>
    action === 'change'
      ? admin.send('PUT', 'metricprofiles', { name, apiid, ...asWanted }, seen)
      : admin.send('DELETE', `metricprofiles/${apiid}`, undefined, seen)
  return { action, name, send }
}

interface Stored {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly pairs: string[]
}

/** What either store has of the tenant's metric profiles, past every cache; those of one name when it is given. */
export async function storesOf(server: TestApp, name?: string): Promise<{ ours: Stored[]; theirs: Stored[] }> {
  const admin = await server.as('admin')
  const north = await server.tenant('NORTH')
  const rows = await north
    .selectFrom('metric_profiles as profile')
    .select(['profile.id as number', 'profile.apiid as id', 'profile.name', 'profile.description'])
    .execute()
  const pairs = await north.selectFrom('metric_profile_instances').select(['profile_id', 'service', 'metric']).execute()
  const ours = rows.map(({ number, ...profile }) => ({
    ...profile,
    pairs: pairs.flatMap((pair) => (pair.profile_id === number ? [`${pair.service}/${pair.metric}`] : [])).sort(),
  }))
  const { status, body } = await admin.send('GET', '/api/v2/webapi/metric_profiles')
  expect(status).toBe(200)
  const theirs = body.data.map((there: WebApiProfile) => ({
    id: there.id,
    name: there.name,
    description: there.description,
    pairs: there.services.flatMap(({ service, metrics }) => metrics.map((metric) => `${service}/${metric}`)).sort(),
  }))
  const wanted = (profiles: Stored[]) =>
    profiles.filter((profile) => name === undefined || profile.name === name).sort((a, b) => (a.id < b.id ? -1 : 1))
  return { ours: wanted(ours), theirs: wanted(theirs) }
}

interface WebApiProfile extends Omit<Stored, 'pairs'> {
  readonly services: { readonly service: string; readonly metrics: readonly string[] }[]
}

export async function openIntents(server: TestApp, name?: string) {
  const intents = await (await server.tenant('NORTH'))
    .selectFrom('intents')
    .select(['key', 'action', 'actor'])
    .execute()
  return intents.filter(({ key }) => name === undefined || key === name)
}

/** What has happened to the profile, by the activity log and by its versions. */
async function historyOf(server: TestApp, name: string) {
  const north = await server.tenant('NORTH')
  const done = await north
    .selectFrom('activity')
    .select(['action', 'actor'])
    .where('kind', '=', 'metricprofile')
    .where('object_name', '=', name)
    .orderBy('number')
    .execute()
  const { body } = await (await server.as('admin')).send('GET', `tenantversion/metricprofile/${name}`)
  const versions = Array.isArray(body) ? body.map(({ version }) => version) : []
  return { done: done.map(({ action }) => action), versions }
}

/** Both stores and the history are as if the write had never been sent, and it can be sent again. */
export async function expectNothingHappened(server: TestApp, write: Write): Promise<void> {
  const { ours, theirs } = await storesOf(server, write.name)
  expect(ours).toEqual(theirs)
  expect(await openIntents(server, write.name)).toEqual([])
  if (write.action === 'add') {
    expect(ours).toEqual([])
    expect(await historyOf(server, write.name)).toEqual({ done: [], versions: [] })
  } else {
    expect(ours).toMatchObject([{ description: 'As it was.', pairs: ['s/disk'] }])
    expect(await historyOf(server, write.name)).toEqual({ done: ['add'], versions: ['1'] })
  }
  const again = await write.send()
  expect(again.status, again.body.detail).toBeLessThan(300)
  await expectDone(server, write)
}

/** Both stores and the history tell that the write was carried out, once. */
export async function expectDone(server: TestApp, { action, name }: Write): Promise<void> {
  const { ours, theirs } = await storesOf(server, name)
  expect(ours).toEqual(theirs)
  expect(await openIntents(server, name)).toEqual([])
  expect(ours).toMatchObject(action === 'delete' ? [] : [{ description: 'As wanted.', pairs: ['s/passive'] }])
  expect(ours).toHaveLength(action === 'delete' ? 0 : 1)
  const done = { add: ['add'], change: ['add', 'change'], delete: ['add', 'delete'] }[action]
  const versions = { add: ['1'], change: ['2', '1'], delete: ['1'] }[action]
  expect(await historyOf(server, name)).toEqual({ done, versions })
}
