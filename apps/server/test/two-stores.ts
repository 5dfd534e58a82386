import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Answer, Client, TestApp } from './test-app.ts'
import { metricProfileKind, nameInWebApi, type TwoStoreKind } from './two-store-kinds.ts'

export type Action = 'add' | 'change' | 'delete'
export const actions: readonly Action[] = ['add', 'change', 'delete']
export const methodOf = { add: 'POST', change: 'PUT', delete: 'DELETE' } as const

/** A write to an object of the tenant NORTH, which can be repeated. */
export interface Write {
  readonly action: Action
  readonly kind: TwoStoreKind
  readonly name: string
  /** Sends it again as the tenant's superuser. */
  readonly send: () => Promise<Answer>
}

/** A console whose stores are tested: in this process or in another one. */
export type Console = Pick<TestApp, 'as' | 'tenant'>

let made = 0

/**
 * Prepares everything that the write needs, without sending it: by default of a metric profile; other kinds need the
 * profiles of `addReferenced`. An add and a change send what is `changed`.
 */
export async function aWrite(server: Console, action: Action, kind: TwoStoreKind = metricProfileKind): Promise<Write> {
  made += 1
  const { path, content, changed } = kind
  const body = { name: `${action} ${made}`, groupname: 'operations' }
  const { name } = body
  const send: Client['send'] = async (...request) => (await server.as('admin')).send(...request)
  if (action === 'add') return { action, kind, name, send: () => send('POST', path, { ...body, ...changed }) }
  const { status, body: added, etag = '' } = await send('POST', path, { ...body, ...content })
  expect(status, added.detail).toBe(201)
  const { apiid } = added
  const seen = { 'if-match': etag }
  const change = () => send('PUT', path, { ...body, ...changed, apiid }, seen)
  const remove = () => send('DELETE', `${path}/${apiid}`, undefined, seen)
  return { action, kind, name, send: action === 'change' ? change : remove }
}

interface Stored {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly content: unknown
}

/** The tenant's objects of a kind in both stores, uncached; only those with the name if it is given. */
export async function storesOf(
  server: Console,
  name?: string,
  { path, remote, comparable }: TwoStoreKind = metricProfileKind,
): Promise<{ ours: Stored[]; theirs: Stored[] }> {
  const admin = await server.as('admin')
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(remote)}`.execute(
    await server.tenant('NORTH'),
  )
  const ours = await Promise.all(
    rows
      .filter((row) => name === undefined || row.name === name)
      .map(async (row) => {
        const { body } = await admin.send('GET', `${path}/${encodeURIComponent(row.name)}`)
        return { id: body.apiid, name: body.name, description: body.description, content: comparable(body) }
      }),
  )
  const { status, body } = await admin.send('GET', `/api/v2/webapi/${remote}`)
  expect(status, body.detail).toBe(200)
  const theirs = body.data
    .filter((item: object) => name === undefined || nameInWebApi(item) === name)
    .map((item: Stored) => ({
      id: item.id,
      name: nameInWebApi(item),
      description: item.description,
      content: comparable(item),
    }))
  const sorted = (found: Stored[]) => found.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return { ours: sorted(ours), theirs: sorted(theirs) }
}

export async function openIntents(server: Console, name?: string) {
  const intents = await (await server.tenant('NORTH'))
    .selectFrom('intents')
    .select(['key', 'action', 'actor'])
    .execute()
  return intents.filter(({ key }) => name === undefined || key === name)
}

/** Expects the two stores to agree about every object of every kind, with all of its content, and no write to be open. */
export async function expectAgreement(server: Console): Promise<void> {
  const { body } = await (await server.as('admin')).send('GET', 'differences')
  for (const { kind, differences, unreadable, openWrites } of body) {
    expect([differences, unreadable, openWrites], kind).toEqual([[], [], []])
  }
}

/** The history of the object in the activity log and in its versions. */
async function historyOf(server: Console, { kind: { kind }, name }: Write) {
  const north = await server.tenant('NORTH')
  const done = await north
    .selectFrom('activity')
    .select(['action', 'actor'])
    .where('kind', '=', kind)
    .where('object_name', '=', name)
    .orderBy('number')
    .execute()
  const { body } = await (await server.as('admin')).send('GET', `tenantversion/${kind}/${name}`)
  const versions = Array.isArray(body) ? body.map(({ version }) => version) : []
  return { done: done.map(({ action }) => action), versions }
}

/** Expects both stores to have the object with this content, or none of it. */
async function expectContent(server: Console, { kind, action, name }: Write, content: object | undefined) {
  const { ours, theirs } = await storesOf(server, name, kind)
  const found = (stored: Stored[]) => stored.map(({ id, content }) => ({ id, content }))
  expect(found(theirs), `${action} of ${kind.label}`).toEqual(found(ours))
  expect(
    ours.map(({ content }) => content),
    `${action} of ${kind.label}`,
  ).toEqual(content ? [kind.comparable(content)] : [])
  expect(await openIntents(server, name)).toEqual([])
}

/** Expects both stores and the history to be unchanged, so that the write can be sent again. */
export async function expectNoEffect(server: Console, write: Write): Promise<void> {
  const { action, kind } = write
  await expectContent(server, write, action === 'add' ? undefined : kind.content)
  const history = action === 'add' ? { done: [], versions: [] } : { done: ['add'], versions: ['1'] }
  expect(await historyOf(server, write)).toEqual(history)
  const again = await write.send()
  expect(again.status, again.body.detail).toBeLessThan(300)
  await expectDone(server, write)
}

/** Expects both stores and the history to contain the write once. */
export async function expectDone(server: Console, write: Write): Promise<void> {
  const { action, kind } = write
  await expectContent(server, write, action === 'delete' ? undefined : kind.changed)
  const done = { add: ['add'], change: ['add', 'change'], delete: ['add', 'delete'] }[action]
  const versions = { add: ['1'], change: ['2', '1'], delete: ['1'] }[action]
  expect(await historyOf(server, write)).toEqual({ done, versions })
}
