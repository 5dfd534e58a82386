import { notFound } from '@quatrain/platform/errors.ts'
import { type Context, inTransaction } from '#request/context.ts'
import type { CollectionAdapter, DocumentAdapter, Identity } from './adapter.ts'
import { claimed } from './half-done.ts'
import { assertUnclaimed, type Reference } from './intents.ts'
import { remoteCollection } from './remote-collection.ts'
import { remoteDocument } from './remote-document.ts'
import { twoStoreWrite } from './two-store-write.ts'

/** Our own half of an add or a change, as the service of a kind writes it. */
export interface LocalSave<Input, Prepared, Saved> {
  /** Throws whatever in our own store refuses the write; called again when anything has changed before `write`. */
  readonly prepare: (ctx: Context, input: Input) => Promise<Prepared>
  readonly write: (ctx: Context, input: Input & Identity, prepared: Prepared) => Promise<Saved>
  /** The objects in both stores that `input` refers to. */
  readonly references?: (input: Input) => readonly Reference[]
}

/** Our own half of a delete. */
export interface LocalRemove<Stored, Saved> {
  readonly prepare: (ctx: Context, apiid: string) => Promise<Stored>
  readonly write: (ctx: Context, stored: Stored) => Promise<Saved>
}

/** Stands for the Web API's id in a dry run, which never asks the Web API for one. */
const dryRunId = '00000000-0000-4000-8000-000000000000'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Changes a document in the Web API, then in our own store. Throws what `local` throws, and `upstream_failed` when the Web
 * API does not do its half.
 */
export function changeInBothStores<
  Content extends object,
  Stored extends Content & Identity,
  Item extends object,
  Input extends object,
  Change extends Content & Identity,
  Prepared,
  Saved,
>(
  ctx: Context,
  adapter: DocumentAdapter<Content, Stored, Item, Input>,
  given: Change,
  { prepare, write, references }: LocalSave<Change, Prepared, Saved>,
): Promise<Saved> {
  const { resource, toRemote } = adapter
  const remote = remoteDocument(adapter)
  const input = { ...given, apiid: given.apiid.toLowerCase() }
  return twoStoreWrite(ctx, {
    resource,
    action: 'change',
    key: input.name,
    readRemote: () => remote.read(ctx, input),
    prepare: (ctx) => prepare(ctx, input),
    references: references?.(input) ?? [],
    async writeRemote(current) {
      const sent = toRemote(input, current)
      return { sent, stored: await adapter.remote(ctx.webApi).change(input.apiid, sent, current.etag) }
    },
    checkRemote: ({ sent, stored }) => remote.assertStored(ctx, input.apiid, sent, stored),
    dryRunResult: { sent: toRemote(input), stored: undefined },
    writeLocal: (ctx, prepared) => write(ctx, input, prepared),
    undoRemote: (ctx, _, hold) => remote.undoChange(ctx, input.name, hold),
  })
}

/**
 * Adds an object to the Web API, which gives it its id, then to our own store. A caller who brings the id has done the
 * first half already (decision D22). Throws as `changeInBothStores` does.
 */
export function addToBothStores<
  Content extends { readonly name: string },
  Stored extends Content & Identity,
  Item extends object,
  Input extends object,
  Prepared,
  Saved,
>(
  ctx: Context,
  adapter: CollectionAdapter<Content, Stored, Item, Input>,
  input: Content & { readonly apiid?: string | undefined },
  { prepare, write, references }: LocalSave<Content, Prepared, Saved>,
): Promise<Saved> {
  const { resource } = adapter
  const { name, apiid } = input
  const target = { resource, action: 'add', key: name } as const
  if (apiid !== undefined) {
    return inTransaction(ctx, async (ctx) => {
      const prepared = await prepare(ctx, input)
      await assertUnclaimed(ctx, { kind: resource.kind, key: name }, () => claimed(target))
      return write(ctx, { ...input, apiid }, prepared)
    })
  }
  const remote = remoteCollection(adapter)
  const sent = adapter.toRemote(input)
  return twoStoreWrite(ctx, {
    ...target,
    readRemote: () => remote.assertNameIsFree(ctx, name),
    prepare: (ctx) => prepare(ctx, input),
    references: references?.(input) ?? [],
    memo: (id) => ({ sent: remote.comparable(sent), id }),
    writeRemote: () => adapter.remote(ctx.webApi).add(sent),
    checkRemote: (id) => remote.assertStored(ctx, id, sent),
    dryRunResult: dryRunId,
    writeLocal: (ctx, prepared, id) => write(ctx, { ...input, apiid: id }, prepared),
    undoRemote: (ctx, id) => remote.undoAdd(ctx, { apiid: id, name }),
  })
}

/** Removes an object from the Web API, unless something there uses it, then from our own store. Throws as the others do. */
export async function removeFromBothStores<
  Content,
  Stored extends Content & Identity,
  Item extends object,
  Input extends object,
  Saved,
>(
  ctx: Context,
  adapter: CollectionAdapter<Content, Stored, Item, Input>,
  apiid: string,
  { prepare, write }: LocalRemove<Stored, Saved>,
): Promise<Saved> {
  const { resource, find } = adapter
  const remote = remoteCollection(adapter)
  const documents = adapter.remote(ctx.webApi)
  const stored = uuid.test(apiid) ? await find(ctx.db, { apiid }) : undefined
  if (!stored) throw notFound(resource.label.one.replace(/^./, (letter) => letter.toUpperCase()))
  const id = stored.apiid
  return twoStoreWrite(ctx, {
    resource,
    action: 'delete',
    key: stored.name,
    readRemote: async () => (await documents.find(id))?.etag,
    assertRemoteAllows: () => remote.assertUnused(ctx, id),
    prepare: (ctx) => prepare(ctx, id),
    references: [],
    writeRemote: (etag) => documents.remove(id, etag),
    checkRemote: () => remote.assertRemoved(ctx, id),
    dryRunResult: undefined,
    writeLocal: (ctx, stored) => write(ctx, stored),
  })
}
