import { notFound } from '@quatrain/platform/errors.ts'
import { z } from 'zod'
import { isMissing, UpstreamError } from '#clients/web-api/upstream-error.ts'
import { assertUnclaimed, claimed, closeIntent, type Hold, type Reference } from '#kit/intents/intents.ts'
import type { OpenIntent, Recover } from '#kit/intents/recovery.ts'
import { capitalized } from '#kit/resource/label.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import type { Db, Waits } from '#request/tenancy/tenancy.ts'
import type { Fields } from './document-fields.ts'
import type { RemoteObjects, Sent } from './remote-objects.ts'
import { twoStoreWrite } from './two-store-write.ts'
import { groupIn, type LocalWrite, type TwoStoreWrite } from './write-group.ts'

/** The identity of an object in both stores: its name, and the id that the Web API assigned. */
export interface Identity {
  readonly name: string
  readonly apiid: string
}

export type Which = Pick<Identity, 'name'> | Pick<Identity, 'apiid'>

/**
 * A kind in both stores. `Content` is what a write has of an object, without the id. Writes, their undo, recovery and the
 * comparison of the two stores follow from it.
 */
export interface BothStores<Content> {
  readonly resource: { readonly kind: string; readonly label: { readonly one: string } }
  readonly remote: RemoteObjects<Content>
  readonly find: (db: Db, criteria: Which) => Promise<(Content & Identity) | undefined>
  readonly findAll: (db: Db) => Promise<(Content & Identity)[]>
}

/** The local write of an add or a change, implemented by the service of a kind. */
interface LocalSave<Content, Saved> {
  /** Throws if the database refuses the write; called again if anything has changed before the write. */
  readonly prepare: (ctx: Context) => Promise<LocalWrite<Saved>>
  /** The content to send, called when it is prepared; by default the input. */
  readonly prepared?: () => Content
  /** The objects in both stores that the object refers to. */
  readonly references?: readonly Reference[]
  /** The current name of the object, if the change gives it another one. */
  readonly key?: string
  readonly waits?: Waits | undefined
}

/**
 * Changes a document in the Web API, then in the database. Throws the errors of `local`, and `upstream_failed` if the
 * Web API does not perform the write.
 */
export function changeInBothStores<Content, Saved>(
  ctx: Context,
  stores: BothStores<Content>,
  input: Content & Identity,
  { prepare, prepared = () => input, references = [], key = input.name, waits }: LocalSave<Content, Saved>,
): Promise<Saved> {
  const { resource, remote } = stores
  const { apiid, name } = input
  return twoStoreWrite(ctx, {
    resource,
    action: 'change',
    key,
    async readRemote() {
      const current = await remote.find(ctx, apiid)
      const detail = `The Web API does not have the ${resource.label.one} ${name}.`
      if (!current) throw new UpstreamError(detail, { certainlyNotApplied: true })
      return async () => ({
        id: apiid,
        check: await remote.change(ctx, apiid, current.toSend(ctx, toSend(ctx, prepared)), current.etag),
      })
    },
    prepare: async (ctx) => ({ write: await prepare(ctx) }),
    content: prepared,
    references,
    waits,
    undoRemote: (ctx, _, hold) => undoChange(ctx, stores, key, hold),
  })
}

/**
 * Adds an object to the Web API, which assigns its id, then to the database. A client that sends the id has written to
 * the Web API already (decision D22). Throws like `changeInBothStores`.
 */
export function addToBothStores<Content extends { readonly name: string }, Saved>(
  ctx: Context,
  stores: BothStores<Content>,
  input: Content & { readonly apiid?: string | undefined },
  { prepare, prepared = () => input, references = [], waits }: LocalSave<Content, Saved>,
): Promise<Saved> {
  const { resource, remote } = stores
  const { name, apiid } = input
  const target = { resource, action: 'add', key: name } as const
  if (apiid !== undefined) {
    return inTransaction(
      ctx,
      async (ctx) => {
        const write = await prepare(ctx)
        await assertUnclaimed(ctx, { kind: resource.kind, key: name }, () => claimed(target))
        return write(ctx, apiid)
      },
      waits,
    )
  }
  let preparedObject: Sent | undefined
  const sentObject = () => {
    preparedObject ??= remote.toSend(ctx, toSend(ctx, prepared))
    return preparedObject
  }
  const memo = (id?: string) => ({ sent: sentObject().comparable, id })
  return twoStoreWrite(ctx, {
    ...target,
    async readRemote() {
      await remote.assertNameIsFree(ctx, name)
      return async () => {
        const id = await remote.add(ctx, sentObject())
        return { id, check: () => remote.assertStored(ctx, id, sentObject()) }
      }
    },
    prepare: async (ctx) => ({ write: await prepare(ctx) }),
    content: prepared,
    references,
    waits,
    memo,
    async undoRemote(ctx, id, hold) {
      await undoAdd(ctx, stores, { apiid: id, name })
      // The Web API may have assigned another id than the one in its answer.
      await undoAddOf(ctx, stores, { name, id, sentFields: sentObject().comparable }, hold)
    },
  })
}

/** What is sent: a member of a group can refer to objects whose ids the Web API has assigned since it was prepared. */
const toSend = <Content>({ db }: Context, prepared: () => Content): Content =>
  groupIn(db)?.withIds(prepared()) ?? prepared()

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Removes an object from the Web API, unless it has dependents there, then from the database. Throws like the others.
 */
export async function removeFromBothStores<Content, Saved>(
  ctx: Context,
  { resource, remote, find }: BothStores<Content>,
  apiid: string,
  prepare: (ctx: Context, apiid: string) => ReturnType<TwoStoreWrite<Saved>['prepare']>,
): Promise<Saved> {
  const stored = uuid.test(apiid) ? await find(ctx.db, { apiid }) : undefined
  if (!stored) throw notFound(capitalized(resource.label.one))
  const id = stored.apiid
  return twoStoreWrite(ctx, {
    resource,
    action: 'delete',
    key: stored.name,
    async readRemote() {
      const remoteObject = await remote.find(ctx, id)
      return async () => {
        await remote.remove(ctx, id, remoteObject?.etag)
        return { id, check: () => remote.assertRemoved(ctx, id) }
      }
    },
    assertRemoteAllows: () => remote.assertUnused(ctx, id),
    prepare: (ctx) => prepare(ctx, id),
    removedId: id,
    references: [],
  }).catch(async (error: unknown) => {
    throw await remote.withRemoteUses(ctx, id, error)
  })
}

/**
 * Sends the state of the database, which is unchanged, to the Web API. It is written even if it is there already:
 * the change may still be in progress, and then finds another entity tag than it expects.
 */
async function undoChange<Content>(
  ctx: Context,
  { remote, find }: BothStores<Content>,
  name: string,
  hold: Hold,
): Promise<void> {
  const stored = await find(ctx.db, { name })
  if (!stored) return
  const remoteObject = await remote.find(ctx, stored.apiid)
  const document = (remoteObject ?? remote).toSend(ctx, stored)
  await hold()
  try {
    const assertStored = await remote.change(ctx, stored.apiid, document, remoteObject?.etag)
    await assertStored()
  } catch (error) {
    // Another client has removed it deliberately.
    if (!remoteObject && isMissing(error)) return
    throw error
  }
}

/**
 * Removes the object of an add, unless it is another one or exists in the database now. Even if the Web API says that
 * it is missing, it is asked to remove it: it may see its own writes late.
 */
async function undoAdd<Content>(ctx: Context, { remote, find }: BothStores<Content>, { apiid, name }: Identity) {
  const remoteObject = await remote.find(ctx, apiid)
  if ((remoteObject && remoteObject.name !== name) || (await find(ctx.db, { apiid }))) return
  await remote.remove(ctx, apiid, remoteObject?.etag)
  await remote.assertRemoved(ctx, apiid)
}

/** An add, with the id that the Web API returned, if it is known. */
interface Added {
  readonly name: string
  readonly id?: string | undefined
  readonly sentFields: Fields
}

/**
 * Removes what an add has added: no object had this name before. An object belongs to the add if it has the id that the
 * add received, or exactly the content that it sent; any other belongs to another client and is kept.
 */
async function undoAddOf<Content>(
  ctx: Context,
  stores: BothStores<Content>,
  { name, id, sentFields }: Added,
  hold: Hold,
): Promise<void> {
  const namesakes = await stores.remote.named(ctx, name)
  await hold()
  for (const item of namesakes) {
    if (item.id === id || item.isSame(sentFields)) await undoAdd(ctx, stores, { apiid: item.id, name })
  }
}

/** The memo of an add: its input, and the id that the Web API assigned, if it is known. */
const memoOfAdd = z
  .object({ sent: z.record(z.string(), z.unknown()), id: z.string().optional() })
  .transform(({ sent, id }) => ({ sentFields: sent, id }))

/** The memo of a delete of a group, which the console's database has stored before the Web API. */
const memoOfDelete = z.object({ removedId: z.string() })

/**
 * Ends an interrupted write: an add and a change are undone, a delete is completed, unless the object has got dependents
 * meanwhile. `removeLocal` removes an object from the database, if it is there.
 */
export function recoverBothStores<Content>(
  stores: BothStores<Content>,
  removeLocal: (ctx: Context, apiid: string) => Promise<unknown>,
): Recover {
  const { remote, find } = stores

  async function finishDelete(ctx: Context, { key: name, memo }: OpenIntent, hold: Hold): Promise<string | undefined> {
    const stored = await find(ctx.db, { name })
    const { success: isRemovedHere, data: removed } = memoOfDelete.safeParse(memo)
    if (!stored && isRemovedHere) await removeRemote(ctx, removed.removedId, hold)
    // Written again, so that a pending call of the delete is refused.
    if (stored && (await isNeeded(ctx, stored.apiid))) await undoChange(ctx, stores, name, hold)
    else if (stored) {
      await removeRemote(ctx, stored.apiid, hold)
      return stored.apiid
    }
    return undefined
  }

  async function removeRemote(ctx: Context, apiid: string, hold: Hold): Promise<void> {
    await hold()
    await remote.remove(ctx, apiid)
    await remote.assertRemoved(ctx, apiid)
  }

  /** Whether it still exists and has dependents. */
  const isNeeded = async (ctx: Context, apiid: string): Promise<boolean> =>
    (await remote.find(ctx, apiid)) !== undefined && (await remote.usesOf(ctx, apiid)).length > 0

  return async (ctx, intent, hold) => {
    let removed: string | undefined
    if (intent.action === 'add')
      await undoAddOf(ctx, stores, { name: intent.key, ...memoOfAdd.parse(intent.memo) }, hold)
    else if (intent.action === 'change') await undoChange(ctx, stores, intent.key, hold)
    else removed = await finishDelete(ctx, intent, hold)
    if (removed === undefined) return closeIntent(ctx, intent)
    const apiid = removed
    await inTransaction(ctx, async (ctx) => {
      await removeLocal(ctx, apiid)
      await closeIntent(ctx, intent)
    })
  }
}
