import { expect } from 'vitest'
import type { Answer, TestApp } from './test-app.ts'

export type Action = 'add' | 'change' | 'delete'
export const actions: readonly Action[] = ['add', 'change', 'delete']
/** Reads from the Web API before the call that writes: a delete also reads the dependents of the profile. */
export const readsBefore = { add: 1, change: 1, delete: 3 } as const
export const methodOf = { add: 'POST', change: 'PUT', delete: 'DELETE' } as const

/** A write to a metric profile of the tenant NORTH, which can be repeated. */
export interface Write {
  readonly action: Action
  readonly name: string
  /** Sends it again as the tenant's superuser. */
  readonly send: () => Promise<Answer>
}

const asItWas = { groupname: 'operations', description: 'As it was.', services: [{ service: 's', metric: 'disk' }] }
const asIntended = { ...asItWas, description: 'As intended.', services: [{ service: 's', metric: 'passive' }] }
let made = 0

/** Prepares everything that the write needs, without sending it. */
export async function aWrite(server: TestApp, action: Action): Promise<Write> {
  made += 1
  const name = `${action} ${made}`
  const admin = await server.as('admin')
  if (action === 'add')
    return { action, name, send: () => admin.send('POST', 'metricprofiles', { name, ...asIntended }) }
  const { status, body, etag = '' } = await admin.send('POST', 'metricprofiles', { name, ...asItWas })
  expect(status).toBe(201)
  const { apiid } = body
  const seen = { 'if-match': etag }
  const send = () =>
    action === 'change'
      ? admin.send('PUT', 'metricprofiles', { name, apiid, ...asIntended }, seen)
      : admin.send('DELETE', `metricprofiles/${apiid}`, undefined, seen)
  return { action, name, send }
}

interface Stored {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly pairs: string[]
}

/** The tenant's metric profiles in both stores, uncached; only those with the name if it is given. */
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
  const named = (profiles: Stored[]) =>
    profiles.filter((profile) => name === undefined || profile.name === name).sort((a, b) => (a.id < b.id ? -1 : 1))
  return { ours: named(ours), theirs: named(theirs) }
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

/** The history of the profile in the activity log and in its versions. */
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

/** Expects both stores and the history to be unchanged, so that the write can be sent again. */
export async function expectNoEffect(server: TestApp, write: Write): Promise<void> {
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

/** Expects both stores and the history to contain the write once. */
export async function expectDone(server: TestApp, { action, name }: Write): Promise<void> {
  const { ours, theirs } = await storesOf(server, name)
  expect(ours).toEqual(theirs)
  expect(await openIntents(server, name)).toEqual([])
  expect(ours).toMatchObject(action === 'delete' ? [] : [{ description: 'As intended.', pairs: ['s/passive'] }])
  expect(ours).toHaveLength(action === 'delete' ? 0 : 1)
  const done = { add: ['add'], change: ['add', 'change'], delete: ['add', 'delete'] }[action]
  const versions = { add: ['1'], change: ['2', '1'], delete: ['1'] }[action]
  expect(await historyOf(server, name)).toEqual({ done, versions })
}
