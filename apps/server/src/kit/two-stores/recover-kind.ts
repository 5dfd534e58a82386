import { z } from 'zod'
import { closeIntent, type Hold } from '#kit/intents/intents.ts'
import type { OpenIntent, Recover } from '#kit/intents/recovery.ts'
import { type Context, inTransaction } from '#request/context.ts'
import type { CollectionAdapter, DocumentAdapter, Identity } from './adapter.ts'
import type { LocalRemove } from './both-stores.ts'
import { remoteCollection } from './remote-collection.ts'
import { remoteDocument } from './remote-document.ts'

/** Undoes an interrupted change: the Web API gets the state of the database, which is unchanged. */
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

/** The memo of an add: its input, and the id that the Web API assigned, if it is known. */
const memoOfAdd = z.union([
  z.object({ sent: document, id }),
  // Written by a process of an earlier version.
  z.object({ profile: document, id }).transform(({ profile, id }) => ({ sent: profile, id })),
])

/**
 * Ends an interrupted write: an add and a change are undone, a delete is completed with `removeLocal`, unless the
 * object has got dependents meanwhile.
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

  const undoAdd: Recover = async (ctx, intent, hold) => {
    await remote.undoAddOf(ctx, { name: intent.key, id: undefined, ...memoOfAdd.parse(intent.memo) }, hold)
    await closeIntent(ctx, intent)
  }

  const undoChange = recoverChange(adapter)

  /** Whether it still exists and has dependents. */
  const isNeeded = async (ctx: Context, apiid: string): Promise<boolean> =>
    (await adapter.remote(ctx.webApi).find(apiid)) !== undefined && (await remote.usesOf(ctx, apiid)).length > 0

  const finishDelete = async (ctx: Context, intent: OpenIntent, hold: Hold): Promise<void> => {
    const stored = await adapter.find(ctx.db, { name: intent.key })
    // Written again, so that a pending call of the delete is refused.
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
