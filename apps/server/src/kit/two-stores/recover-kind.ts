import { z } from 'zod'
import { type Context, inTransaction } from '#request/context.ts'
import type { CollectionAdapter, DocumentAdapter, Identity } from './adapter.ts'
import type { LocalRemove } from './both-stores.ts'
import { closeIntent, type Hold } from './intents.ts'
import type { OpenIntent, Recover } from './recovery.ts'
import { remoteCollection } from './remote-collection.ts'
import { remoteDocument } from './remote-document.ts'

/** Undoes a change that stopped half-way: the Web API gets our own half, which is as it was before. */
const recoverChange =
  <Content, Stored extends Content & Identity, Item extends object, Input extends object>(
    adapter: DocumentAdapter<Content, Stored, Item, Input>,
  ): Recover =>
  async (ctx, intent, hold) => {
    await remoteDocument(adapter).undoChange(ctx, intent.key, hold)
    await closeIntent(ctx, intent)
  }

const document = z.record(z.string(), z.unknown())
const id = z.string().optional()

/** What an add is remembered by: what it sent, and the id that the Web API gave it, if it did. */
const memoOfAdd = z.union([
  z.object({ sent: document, id }),
  // As written by a process of an earlier version.
  z.object({ profile: document, id }).transform(({ profile, id }) => ({ sent: profile, id })),
])

/**
 * Ends a write that stopped half-way: an add and a change are undone, a delete is finished with `removeLocal`, unless
 * something has come to use the object in the meantime.
 */
export function recoverCollection<
  Content,
  Stored extends Content & Identity,
  Item extends { readonly id: string },
  Input extends object,
>(
  adapter: CollectionAdapter<Content, Stored, Item, Input>,
  removeLocal: LocalRemove<Stored, unknown>['write'],
): Recover {
  const remote = remoteCollection(adapter)

  /**
   * Nothing of this name was there before. What is there now is the add's when it has the id that the add was told, or is
   * exactly what the add sent; anything else was put there by somebody else, and stays.
   */
  const undoAdd: Recover = async (ctx, intent, hold) => {
    const { sent, id } = memoOfAdd.parse(intent.memo)
    const found = await adapter.remote(ctx.webApi).named(intent.key)
    await hold()
    for (const item of found) {
      if (item.id === id || remote.isSame(item, sent)) await remote.undoAdd(ctx, { apiid: item.id, name: intent.key })
    }
    await closeIntent(ctx, intent)
  }

  const undoChange = recoverChange(adapter)

  /** Is it still there, and does something use it? */
  const isNeeded = async (ctx: Context, apiid: string): Promise<boolean> =>
    (await adapter.remote(ctx.webApi).find(apiid)) !== undefined && (await remote.usesOf(ctx, apiid)).length > 0

  const finishDelete = async (ctx: Context, intent: OpenIntent, hold: Hold): Promise<void> => {
    const stored = await adapter.find(ctx.db, { name: intent.key })
    // Written once more, so that a call of the delete that is still on its way is refused.
    if (stored && (await isNeeded(ctx, stored.apiid))) return undoChange(ctx, intent, hold)
    if (stored) {
      await hold()
      await adapter.remote(ctx.webApi).remove(stored.apiid)
      await remote.assertRemoved(ctx, stored.apiid)
    }
    await inTransaction(ctx, async (ctx) => {
      const left = stored && (await adapter.find(ctx.db, { apiid: stored.apiid }))
      if (left) await removeLocal(ctx, left)
      await closeIntent(ctx, intent)
    })
  }

  const recover = { add: undoAdd, change: undoChange, delete: finishDelete }
  return (ctx, intent, hold) => recover[intent.action](ctx, intent, hold)
}
