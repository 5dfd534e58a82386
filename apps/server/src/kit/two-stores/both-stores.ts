import { notFound } from '@quatrain/platform/errors.ts'
import { claimed } from '#kit/intents/half-done.ts'
import { assertUnclaimed, type Reference } from '#kit/intents/intents.ts'
import { capitalized } from '#kit/resource/label.ts'
import { type Context, inTransaction } from '#request/context.ts'
import type { CollectionAdapter, DocumentAdapter, Identity } from './adapter.ts'
import { remoteCollection } from './remote-collection.ts'
import { remoteDocument } from './remote-document.ts'
import { twoStoreWrite } from './two-store-write.ts'

/** The local write of an add or a change, implemented by the service of a kind. */
export interface LocalSave<Input, Prepared, Saved> {
  /** Throws if the database refuses the write; called again if anything has changed before `write`. */
  readonly prepare: (ctx: Context, input: Input) => Promise<Prepared>
  readonly write: (ctx: Context, input: Input & Identity, prepared: Prepared) => Promise<Saved>
  /** The current name of the object, if the change can give it another one. */
  readonly storedName?: (input: Input) => string
  /** The objects in both stores that `input` refers to. */
  readonly references?: (input: Input) => readonly Reference[]
}

/** The local write of a delete. */
export interface LocalRemove<Stored, Saved> {
  readonly prepare: (ctx: Context, apiid: string) => Promise<Stored>
  readonly write: (ctx: Context, stored: Stored) => Promise<Saved>
}

/** Takes the place of the Web API's id in a dry run, which does not call the Web API. */
const dryRunId = '00000000-0000-4000-8000-000000000000'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Changes a document in the Web API, then in the database. Throws the errors of `local`, and `upstream_failed` if the
 * Web API does not perform the write.
 */
export function changeInBothStores<
  Content extends object,
  Stored extends Content & Identity,
  Item extends { readonly id: string },
  Input extends object,
  Change extends Content & Identity,
  Prepared,
  Saved,
>(
  ctx: Context,
  adapter: DocumentAdapter<Content, Stored, Item, Input>,
  given: Change,
  { prepare, write, references, storedName = ({ name }) => name }: LocalSave<Change, Prepared, Saved>,
): Promise<Saved> {
  const { resource } = adapter
  const remote = remoteDocument(adapter)
  const input = { ...given, apiid: given.apiid.toLowerCase() }
  const key = storedName(input)
  return twoStoreWrite(ctx, {
    resource,
    action: 'change',
    key,
    readRemote: () => remote.read(ctx, input),
    prepare: (ctx) => prepare(ctx, input),
    references: references?.(input) ?? [],
    async writeRemote(current) {
      const sent = remote.toSend(ctx, input, current)
      return { sent, stored: await remote.change(ctx, input.apiid, sent, current.etag) }
    },
    checkRemote: ({ sent, stored }) => remote.assertStored(ctx, input.apiid, sent, stored),
    dryRunResult: { sent: remote.toSend(ctx, input), stored: undefined },
    writeLocal: (ctx, prepared) => write(ctx, input, prepared),
    undoRemote: (ctx, _, hold) => remote.undoChange(ctx, key, hold),
  })
}

/**
 * Adds an object to the Web API, which assigns its id, then to the database. A client that sends the id has written to
 * the Web API already (decision D22). Throws like `changeInBothStores`.
 */
export function addToBothStores<
  Content extends { readonly name: string },
  Stored extends Content & Identity,
  Item extends { readonly id: string },
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
  const sent = remote.toSend(ctx, input)
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
    async undoRemote(ctx, id, hold) {
      await remote.undoAdd(ctx, { apiid: id, name })
      // The Web API may have assigned another id than the one in its answer.
      await remote.undoAddOf(ctx, { name, id, sent: remote.comparable(sent) }, hold)
    },
  })
}

/**
 * Removes an object from the Web API, unless it has dependents there, then from the database. Throws like the others.
 */
export async function removeFromBothStores<
  Content,
  Stored extends Content & Identity & { readonly name: string },
  Item extends { readonly id: string },
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
  if (!stored) throw notFound(capitalized(resource.label.one))
  const id = stored.apiid
  return twoStoreWrite(ctx, {
    resource,
    action: 'delete',
    key: stored.name,
    presentKey: ({ name }: Stored) => name,
    readRemote: async () => (await documents.find(id))?.etag,
    assertRemoteAllows: () => remote.assertUnused(ctx, id),
    prepare: (ctx) => prepare(ctx, id),
    references: [],
    writeRemote: (etag) => documents.remove(id, etag),
    checkRemote: () => remote.assertRemoved(ctx, id),
    dryRunResult: undefined,
    writeLocal: (ctx, stored) => write(ctx, stored),
  }).catch(async (error: unknown) => {
    throw await remote.withRemoteUses(ctx, id, error)
  })
}
