import { hash } from 'node:crypto'
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { inUse, invalidInput, notFound } from '@quatrain/platform/errors.ts'
import { parseInput } from '@quatrain/platform/http/validation.ts'
import { z } from 'zod'
import { assertFreshGuard, authorize } from '#kit/http/authorize.ts'
import { assertUnclaimed, claimed, closeIntent, type Reference } from '#kit/intents/intents.ts'
import type { Recover } from '#kit/intents/recovery.ts'
import type { Change } from '#kit/recording/changes.ts'
import type { RecordedKind } from '#kit/recording/recorded-kind.ts'
import { record } from '#kit/recording/recorder.ts'
import { capitalized } from '#kit/resource/label.ts'
import { addToBothStores, type BothStores, changeInBothStores } from '#kit/two-stores/both-stores.ts'
import { compareStores } from '#kit/two-stores/differences.ts'
import type { OwnFields, RemoteObject } from '#kit/two-stores/remote-objects.ts'
import { twoStoreWrite } from '#kit/two-stores/two-store-write.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { Owned, OwnedContent, OwnedObject, OwnedTable } from './owned-table.ts'

/** Makes the comment of a version from the generated one. */
type Comment = (generated: string) => string

/** What distinguishes a write from the plain one of a user: its comment, and what was read for the check of its content. */
export interface WriteDetails {
  readonly comment?: Comment
  readonly facts?: unknown
}

/** Returns the same change with another comment on its version, if there is one. */
export const commented = (change: Change, comment: Comment | undefined): Change =>
  comment ? { ...change, isKept: true, comment: () => comment(change.comment?.() ?? '').trim() } : change

const adopted: WriteDetails = { comment: (generated) => `Taken over from the Web API. ${generated}` }
const sentComment: Comment = (generated) => `Sent to the Web API. ${generated}`
const sentAgain = () => 'Added to the Web API again, with another id.'

/** What the writes of a kind share with its differences. */
interface Parts<Own> {
  readonly resource: Resource
  readonly table: OwnedTable<Own>
  readonly recorded: RecordedKind<Owned<Own> & { readonly description: string }>
  readonly references: (input: Owned<Own>) => readonly Reference[]
  /** Whether a change can give an object another name. */
  readonly isRenamable: boolean
  /** Throws if the content cannot be stored; what it has already is accepted. */
  readonly prepareAdopt: (ctx: Context, content: OwnedContent<Own>, isNew: boolean) => Promise<void>
  readonly insert: (ctx: Context, content: OwnedContent<Own>, details: WriteDetails) => Promise<Saved>
  readonly update: (
    ctx: Context,
    content: OwnedContent<Own>,
    before: OwnedObject<Own>,
    details: WriteDetails,
  ) => Promise<Saved>
}

type Saved = Notices & { readonly id: number; readonly rowVersion: number }

/** The states of one object in both stores; undefined in a store that does not have it. */
interface BothStates<Own> {
  readonly own: OwnedObject<Own> | undefined
  readonly item: RemoteObject<Owned<Own>> | undefined
}

interface Chosen {
  /** The id of the object in the Web API. */
  readonly apiid: string
}

const memo = z.object({ name: z.string(), document: z.record(z.string(), z.unknown()), apiid: z.string() })

/** The kind of the intents of `discard`: its object is not in the database. */
export const discardIntent = (kind: string): string => `${kind}.discard`

/** See `ownedDifferences`. */
export type Reconciliation = ReturnType<typeof ownedDifferences>

/**
 * How differences of one kind between the two stores are found and removed. Reads never write. Every write is recorded with
 * the state that it replaced. All functions throw `upstream_failed` if the Web API does not answer.
 */
export function ownedDifferences<Own>(stores: BothStores<Owned<Own>>, parts: Parts<Own>) {
  const { resource, table, recorded, references, isRenamable, prepareAdopt, insert, update } = parts
  const { kind, label } = resource
  const { remote } = stores
  const missingIn = (where: string) => notFound(`${capitalized(label.one)} in ${where}`)

  const findOwn = (db: Db, apiid: string) => table.findIfThere(db, { apiid: apiid.toLowerCase() })

  async function readBoth(ctx: Context, apiid: string): Promise<BothStates<Own>> {
    const [own, item] = await Promise.all([findOwn(ctx.db, apiid), remote.find(ctx, apiid)])
    return { own, item }
  }

  const guardOf = ({ own, item }: BothStates<Own>): string =>
    hash('sha256', JSON.stringify([own?.id, own?.rowVersion, item?.comparable()])).slice(0, 32)

  /** Throws `stale_version` if the request is based on other states. */
  const assertUnchanged = (ctx: Context, states: BothStates<Own>): void =>
    assertFreshGuard(ctx, `The ${label.one}`, guardOf(states))

  async function contentOf(
    db: Db,
    item: RemoteObject<Owned<Own>>,
    { groupname = '', description = '', name }: Partial<OwnFields>,
  ): Promise<OwnedContent<Own>> {
    const content = await item.content(db, { groupname, description, name })
    return { ...content, description: content.description ?? '', apiid: item.id.toLowerCase() }
  }

  const removal = (name: string, document: Change['before']): Change => ({ kind, id: 0, name, before: document })

  return {
    compare: (ctx: Context) => compareStores(ctx, stores),

    /**
     * The object as documents of its kind, null in a store that does not have it, and what identifies both states: a write has
     * to repeat it. Throws `not_found` if neither store has the object.
     */
    async read(ctx: Context, apiid: string) {
      if (!z.uuid().safeParse(apiid).success) throw notFound(capitalized(label.one))
      const { own, item } = await readBoth(ctx, apiid)
      if (!own && !item) throw notFound(capitalized(label.one))
      return {
        console: own ? recorded.documentOf(own) : null,
        webApi: item ? recorded.documentOf(await contentOf(ctx.db, item, own ?? {})) : null,
        guard: guardOf({ own, item }),
      }
    },

    /**
     * Stores the object as the Web API has it. Throws `invalid_input` if it violates a rule of the console, or if the console
     * has it with another name.
     */
    async adopt(
      ctx: Context,
      { apiid, groupname }: Chosen & { readonly groupname?: string | undefined },
    ): Promise<Notices> {
      const item = await remote.find(ctx, apiid)
      if (!item) throw missingIn('the Web API')
      const {
        id: _,
        rowVersion: __,
        ...notices
      } = await inTransaction(ctx, async (ctx) => {
        const own = await findOwn(ctx.db, apiid)
        assertUnchanged(ctx, { own, item })
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

    /** Sends the object to the Web API as the console has it; it gets a new id if the Web API does not have it. */
    async send(ctx: Context, { apiid }: Chosen): Promise<Notices> {
      const { own, item } = await readBoth(ctx, apiid)
      if (!own) throw missingIn('the console')
      const storedObject = async (ctx: Context) => {
        const { before } = await table.findForUpdate(ctx.db, { apiid: own.apiid })
        authorize(ctx, 'change', resource, before)
        assertUnchanged(ctx, { own: before, item })
        return before
      }
      if (item) {
        const prepare = async (ctx: Context) => {
          const stored = await storedObject(ctx)
          const { id, rowVersion } = stored
          return async (ctx: Context) => {
            const replaced = { ...(await contentOf(ctx.db, item, own)), id, rowVersion }
            await record(ctx, [commented(recorded.changed(ctx, replaced, stored), sentComment)])
          }
        }
        await changeInBothStores(ctx, stores, own, { prepare, references: references(own) })
      } else {
        const prepare = async (ctx: Context) => {
          const stored = await storedObject(ctx)
          return async (ctx: Context, apiid: string) => {
            await (await table.update(ctx.db, stored, { ...stored, apiid })).written
            await record(ctx, [commented(recorded.changed(ctx, stored, stored), sentAgain)])
          }
        }
        await addToBothStores(ctx, stores, { ...own, apiid: undefined }, { prepare, references: references(own) })
      }
      return {}
    },

    /** Deletes an object that only the Web API has. Throws `in_use` if others refer to it, or if the console has it. */
    async discard(ctx: Context, { apiid }: Chosen): Promise<Notices> {
      const item = await remote.find(ctx, apiid)
      if (!item) throw missingIn('the Web API')
      const { name, etag } = item
      const document = recorded.documentOf(await contentOf(ctx.db, item, {}))
      return twoStoreWrite(ctx, {
        resource: { ...resource, kind: discardIntent(kind) },
        action: 'delete',
        key: apiid,
        readRemote: async () => async () => {
          await remote.remove(ctx, apiid, etag)
          return { id: apiid, check: () => remote.assertRemoved(ctx, apiid) }
        },
        assertRemoteAllows: () => remote.assertUnused(ctx, apiid),
        async prepare(ctx) {
          authorize(ctx, 'delete', resource)
          if (await findOwn(ctx.db, apiid))
            throw inUse(`The console has the ${label.one} ${name} too: delete it there.`)
          assertUnchanged(ctx, { own: undefined, item })
          const write = async (ctx: Context) => {
            await record(ctx, [removal(name, document)])
            return {}
          }
          return { write }
        },
        references: [],
        memo: () => ({ apiid, name, document }),
      })
    },

    /** Ends an interrupted `discard`. If the Web API still has it, nothing was deleted, and it is listed as before. */
    recoverDiscard: (async (ctx, intent) => {
      const { apiid, name, document } = memo.parse(intent.memo)
      const isLeft = (await remote.find(ctx, apiid)) !== undefined
      await inTransaction(ctx, async (ctx) => {
        if (!isLeft) await record(ctx, [removal(name, document)])
        await closeIntent(ctx, intent)
      })
    }) satisfies Recover,
  }
}

/** Throws `invalid_input` if the form of the kind could not have sent the content. */
function assertStorable({ add }: Resource, content: object): void {
  const inputFields = Object.entries(content).filter(([field]) => add && Object.hasOwn(add.shape, field))
  parseInput(add ?? z.never(), Object.fromEntries(inputFields))
}

const renamed = (own: string, name: string) =>
  invalidInput({
    name: `It is ${own} in the console and ${name} in the Web API. Names are fixed: send it to the Web API instead`,
  })
