import { staleVersion } from '@quatrain/platform/errors.ts'
import { z } from 'zod'
import { authorize } from '#kit/http/authorize.ts'
import { claimed } from '#kit/intents/half-done.ts'
import { assertUnclaimed, closeIntent } from '#kit/intents/intents.ts'
import type { Recover } from '#kit/intents/recovery.ts'
import { record } from '#kit/recording/recorder.ts'
import { discardIntent, type Reconciliation, type Replaced } from '#kit/two-stores/reconciliation.ts'
import { remoteCollection } from '#kit/two-stores/remote-collection.ts'
import { twoStoreWrite } from '#kit/two-stores/two-store-write.ts'
import { type Context, inTransaction } from '#request/context.ts'
import type { Db } from '#request/tenancy.ts'
import { type Comment, commented, type OwnedAdapter, type OwnedParts } from './owned-parts.ts'
import type { ownedStates } from './owned-states.ts'
import type { OwnedContent, OwnedInput, OwnedObject } from './owned-table.ts'

const notAdopted: Comment = (generated) => `No longer taken over from the Web API. ${generated}`
const sentBack = () => 'The Web API has its previous content again.'
const removedAgain = () => 'Removed from the Web API again.'

const memo = z.object({ name: z.string(), sent: z.record(z.string(), z.unknown()), id: z.string().optional() })

interface UndoParts<Input extends OwnedInput, Item> extends OwnedParts<Input> {
  readonly states: ReturnType<typeof ownedStates<Input, Item & { readonly id: string }, object>>
  readonly contentOf: (db: Db, item: Item, own: object) => Promise<OwnedContent<Input>>
}

/** Undoes what removed a difference of a kind, so that it is listed again. */
export function ownedUndo<Input extends OwnedInput, Item extends { readonly id: string }, Sent extends object>(
  adapter: OwnedAdapter<Input, Item, Sent>,
  parts: UndoParts<Input, Item>,
): Pick<Reconciliation, 'undo'> & { readonly recoverAdd: Recover } {
  const { resource, table, recorded, states, contentOf, prepareAdopt, assertRemovable, update, remove } = parts
  const { kind, label } = resource
  const remote = remoteCollection(adapter)
  const documents = ({ webApi }: Context) => adapter.remote(webApi)

  // The states were stored like this before; `sealed-undo.ts` lets no others through.
  const ownIn = ({ console: own }: Replaced) => own as OwnedObject<Input> | null
  const itemIn = ({ webApi }: Replaced) => webApi as Item | null

  /** Locks the object of the console, which has to be in the state that the undone write left. */
  async function lock(ctx: Context, apiid: string, item: Item | undefined, action: 'change' | 'delete' = 'change') {
    const { before } = await table.findForUpdate(ctx.db, { apiid })
    authorize(ctx, action, resource, before)
    states.assertUnchanged(ctx, { own: before, item })
    return before
  }

  /** The console stores what it had before, or nothing. */
  async function forget(ctx: Context, replaced: Replaced) {
    const { apiid } = replaced
    const item = await documents(ctx).find(apiid)
    const own = ownIn(replaced)
    if (!own) await remote.assertUnused(ctx, apiid)
    return inTransaction(ctx, async (ctx) => {
      const before = await lock(ctx, apiid, item, own ? 'change' : 'delete')
      const { name: key } = before
      await assertUnclaimed(ctx, { kind, key }, () => claimed({ resource, action: 'change', key }))
      if (own) {
        await prepareAdopt(ctx, own, false)
        return update(ctx, own, before, notAdopted)
      }
      await assertRemovable(ctx, before)
      return remove(ctx, before)
    })
  }

  /** The Web API gets the document that it had, with all its fields; or loses the one that it did not have. */
  async function takeBack(ctx: Context, replaced: Replaced) {
    const { apiid } = replaced
    const { own, item } = await states.read(ctx, apiid)
    if (!own) throw staleVersion(`The ${label.one}`)
    const previous = itemIn(replaced)
    const sent = previous && remote.asSent(previous)
    return twoStoreWrite(ctx, {
      resource,
      action: 'change',
      key: own.name,
      async readRemote() {
        const current = await remote.read(ctx, own)
        states.assertUnchanged(ctx, { own, item: current })
        return current.etag
      },
      ...(!sent && { assertRemoteAllows: () => remote.assertUnused(ctx, apiid) }),
      prepare: (ctx) => lock(ctx, apiid, item),
      references: [],
      writeRemote: async (etag) =>
        sent ? remote.change(ctx, apiid, sent, etag) : void (await documents(ctx).remove(apiid, etag)),
      checkRemote: (stored) =>
        sent ? remote.assertStored(ctx, apiid, sent, stored) : remote.assertRemoved(ctx, apiid),
      dryRunResult: undefined,
      async writeLocal(ctx, before) {
        if (!sent) await table.update(ctx.db, before, { ...before, apiid: ownIn(replaced)?.apiid ?? apiid })
        await record(ctx, [commented(recorded.changed(ctx, before, before), sent ? sentBack : removedAgain)])
        return {}
      },
      undoRemote: (ctx, _, hold) => remote.undoChange(ctx, own.name, hold),
    })
  }

  /** The Web API gets a document that was deleted, and assigns another id to it. */
  async function addAgain(ctx: Context, replaced: Replaced, deleted: Item) {
    const sent = remote.asSent(deleted)
    const name = documents(ctx).nameOf(deleted)
    const added = { kind, id: 0, name, after: recorded.documentOf(await contentOf(ctx.db, deleted, {})) }
    return twoStoreWrite(ctx, {
      resource: { ...resource, kind: discardIntent(kind) },
      action: 'add',
      key: name,
      readRemote: () => remote.assertNameIsFree(ctx, name),
      async prepare(ctx) {
        authorize(ctx, 'add', resource)
        states.assertUnchanged(ctx, { own: await states.findOwn(ctx.db, replaced.apiid), item: undefined })
      },
      references: [],
      memo: (id) => ({ name, sent: remote.comparable(sent), id }),
      writeRemote: () => documents(ctx).add(sent),
      checkRemote: (id) => remote.assertStored(ctx, id, sent),
      dryRunResult: replaced.apiid,
      async writeLocal(ctx) {
        // The console does not have the object, so it has no versions.
        await record(ctx, [{ ...added, keepsItsVersions: true }])
        return {}
      },
      undoRemote: (ctx, id, hold) => remote.undoAddOf(ctx, { name, id, sent: remote.comparable(sent) }, hold),
    })
  }

  return {
    undo(ctx, replaced) {
      const deleted = itemIn(replaced)
      if (replaced.action === 'adopt') return forget(ctx, replaced)
      return replaced.action === 'discard' && deleted ? addAgain(ctx, replaced, deleted) : takeBack(ctx, replaced)
    },

    /** An interrupted `addAgain` is undone, like every other add. */
    async recoverAdd(ctx, intent, hold) {
      await remote.undoAddOf(ctx, { id: undefined, ...memo.parse(intent.memo) }, hold)
      await closeIntent(ctx, intent)
    },
  }
}
