import type { Context } from '#request/context.ts'
import type { CollectionAdapter, Identity } from './adapter.ts'
import { remoteCollection } from './remote-collection.ts'

/** An object that only one store has, or that differs between them. */
export interface Difference extends Identity {
  readonly in: 'console' | 'web-api' | 'both'
}

/** Compares both stores completely: two reads. Writes that are in progress appear as differences. */
export async function differences<
  Content,
  Stored extends Content & Identity,
  Item extends { readonly id: string },
  Input extends object,
>(ctx: Context, adapter: CollectionAdapter<Content, Stored, Item, Input>): Promise<Difference[]> {
  const remote = adapter.remote(ctx.webApi)
  const { comparable, isSame, toSend } = remoteCollection(adapter)
  const [stored, items] = await Promise.all([adapter.findAll(ctx.db), remote.list()])
  const left = new Map(items.map((item) => [item.id.toLowerCase(), item]))
  const found: Difference[] = []
  for (const own of stored) {
    const { apiid, name } = own
    const item = left.get(apiid)
    left.delete(apiid)
    if (!item) found.push({ apiid, name, in: 'console' })
    else if (!isSame(item, comparable(toSend(ctx, own, item)))) found.push({ apiid, name, in: 'both' })
  }
  return [...found, ...[...left].map(([apiid, item]) => ({ apiid, name: remote.nameOf(item), in: 'web-api' as const }))]
}
