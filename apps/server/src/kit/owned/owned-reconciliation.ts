import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { inUse, invalidInput, notFound } from '@quatrain/platform/errors.ts'
import { parseInput } from '@quatrain/platform/http/validation.ts'
import { z } from 'zod'
import { authorize } from '#kit/http/authorize.ts'
import { claimed } from '#kit/intents/half-done.ts'
import { assertUnclaimed, closeIntent } from '#kit/intents/intents.ts'
import type { Change } from '#kit/recording/changes.ts'
import { record } from '#kit/recording/recorder.ts'
import { capitalized } from '#kit/resource/label.ts'
import { addToBothStores, changeInBothStores } from '#kit/two-stores/both-stores.ts'
import { compareStores } from '#kit/two-stores/differences.ts'
import { discardIntent, type Reconciliation } from '#kit/two-stores/reconciliation.ts'
import { remoteCollection } from '#kit/two-stores/remote-collection.ts'
import { twoStoreWrite } from '#kit/two-stores/two-store-write.ts'
import { type Context, inTransaction } from '#request/context.ts'
import type { Db } from '#request/tenancy.ts'
import { type Comment, commented, type OwnedAdapter, type OwnedParts, type OwnFields } from './owned-parts.ts'
import { ownedStates } from './owned-states.ts'
import type { OwnedInput } from './owned-table.ts'

const adopted: Comment = (generated) => `Taken over from the Web API. ${generated}`
const sentComment: Comment = (generated) => `Sent to the Web API. ${generated}`
const sentAgain = () => 'Added to the Web API again, with another id.'

const memo = z.object({ name: z.string(), document: z.record(z.string(), z.unknown()), apiid: z.string() })

const memoOfUndo = z.object({ name: z.string(), sent: z.record(z.string(), z.unknown()), id: z.string().optional() })

/** Finds and removes the differences of a kind between the two stores. */
export function ownedReconciliation<
  Input extends OwnedInput,
  Item extends { readonly id: string },
  Sent extends object,
>(adapter: OwnedAdapter<Input, Item, Sent>, parts: OwnedParts<Input>): Reconciliation {
  const { resource, table, recorded, isRenamable, prepareAdopt, insert, update } = parts
  const { kind, label } = resource
  const remote = remoteCollection(adapter)
  const references = parts.references && { references: parts.references }
  const documents = ({ webApi }: Context) => adapter.remote(webApi)
  const missing = (where: string) => notFound(`${capitalized(label.one)} in ${where}`)

  const states = ownedStates(adapter, table)

  const contentOf = async (db: Db, item: Item, { groupname = '', description = '', name }: Partial<OwnFields>) => ({
    ...(await adapter.fromRemote(db, item, { groupname, description, name })),
    apiid: item.id.toLowerCase(),
  })

  const removal = (name: string, document: Change['before']): Change => ({ kind, id: 0, name, before: document })

  return {
    compare: (ctx) => compareStores(ctx, adapter),

    async read(ctx, apiid) {
      if (!z.uuid().safeParse(apiid).success) throw notFound(capitalized(label.one))
      const { own, item } = await states.read(ctx, apiid)
      if (!own && !item) throw notFound(capitalized(label.one))
      return {
        console: own ? recorded.documentOf(own) : null,
        webApi: item ? recorded.documentOf(await contentOf(ctx.db, item, own ?? {})) : null,
        guard: states.guardOf({ own, item }),
      }
    },

    async adopt(ctx, { apiid, groupname }) {
      const item = await documents(ctx).find(apiid)
      if (!item) throw missing('the Web API')
      const {
        id: _,
        rowVersion: __,
        ...notices
      } = await inTransaction(ctx, async (ctx) => {
        const own = await states.findOwn(ctx.db, apiid)
        states.assertUnchanged(ctx, { own, item })
        const group = own && own.groupname !== '' ? own.groupname : groupname
        if (group === undefined) throw invalidInput({ groupname: 'Required' })
        const content = await contentOf(ctx.db, item, { ...own, groupname: group })
        const { name } = content
        if (own && own.name !== name && !isRenamable) throw renamed(own.name, name)
        // A write in progress has claimed the stored name.
        const key = own?.name ?? name
        await assertUnclaimed(ctx, { kind, key }, () => claimed({ resource, action: 'change', key }))
        assertStorable(resource, content)
        await prepareAdopt(ctx, content, own === undefined)
        return own ? update(ctx, content, own, adopted) : insert(ctx, content, adopted)
      })
      return notices
    },

    async send(ctx, { apiid }) {
      const { own, item } = await states.read(ctx, apiid)
      if (!own) throw missing('the console')
      const prepare = async (ctx: Context) => {
        const { before } = await table.findForUpdate(ctx.db, { apiid: own.apiid })
        authorize(ctx, 'change', resource, before)
        states.assertUnchanged(ctx, { own: before, item })
        return before
      }
      const shared = { prepare, ...references }
      if (item) {
        await changeInBothStores(ctx, adapter, own, {
          ...shared,
          async write(ctx, _, before) {
            const theirs = await contentOf(ctx.db, item, own)
            const replaced = { ...theirs, id: before.id, rowVersion: before.rowVersion }
            await record(ctx, [commented(recorded.changed(ctx, replaced, before), sentComment)])
            return before
          },
        })
        return {}
      }
      await addToBothStores(
        ctx,
        adapter,
        { ...own, apiid: undefined },
        {
          ...shared,
          async write(ctx, { apiid }, before) {
            const { rowVersion } = await table.update(ctx.db, before, { ...before, apiid })
            await record(ctx, [commented(recorded.changed(ctx, before, before), sentAgain)])
            return { apiid, rowVersion }
          },
        },
      )
      return {}
    },

    async discard(ctx, { apiid }) {
      const item = await documents(ctx).find(apiid)
      if (!item) throw missing('the Web API')
      const name = documents(ctx).nameOf(item)
      const document = recorded.documentOf(await contentOf(ctx.db, item, {}))
      return twoStoreWrite(ctx, {
        resource: { ...resource, kind: discardIntent(kind) },
        action: 'delete',
        key: apiid,
        readRemote: async () => item.etag,
        assertRemoteAllows: () => remote.assertUnused(ctx, apiid),
        async prepare(ctx) {
          authorize(ctx, 'delete', resource)
          if (await states.findOwn(ctx.db, apiid))
            throw inUse(`The console has the ${label.one} ${name} too: delete it there.`)
          states.assertUnchanged(ctx, { own: undefined, item })
        },
        references: [],
        memo: () => ({ apiid, name, document }),
        writeRemote: (etag) => documents(ctx).remove(apiid, etag),
        checkRemote: () => remote.assertRemoved(ctx, apiid),
        dryRunResult: undefined,
        async writeLocal(ctx) {
          await record(ctx, [removal(name, document)])
          return {}
        },
      })
    },

    /**
     * If the Web API still has it, nothing was deleted, and it is listed as before. An intent of an add is of a server of an
     * earlier build, which could undo a `discard`.
     */
    async recoverDiscard(ctx, intent, hold) {
      if (intent.action === 'add') {
        await remote.undoAddOf(ctx, { id: undefined, ...memoOfUndo.parse(intent.memo) }, hold)
        return closeIntent(ctx, intent)
      }
      const { apiid, name, document } = memo.parse(intent.memo)
      const isLeft = (await documents(ctx).find(apiid)) !== undefined
      await inTransaction(ctx, async (ctx) => {
        if (!isLeft) await record(ctx, [removal(name, document)])
        await closeIntent(ctx, intent)
      })
    },
  }
}

/** Throws `invalid_input` if the form of the kind could not have sent the content. */
function assertStorable({ add }: Resource, content: object): void {
  const sent = Object.entries(content).filter(([field]) => add && Object.hasOwn(add.shape, field))
  parseInput(add ?? z.never(), Object.fromEntries(sent))
}

const renamed = (own: string, name: string) =>
  invalidInput({
    name: `It is ${own} in the console and ${name} in the Web API. Names are fixed: send it to the Web API instead`,
  })
