import type { KindDifferences, StoreDifference } from '@quatrain/contract/differences.ts'
import { UpstreamError } from '#gateways/web-api/upstream-error.ts'
import type { Context } from '#request/context.ts'
import type { RemoteReading } from '#request/web-api.ts'
import type { CollectionAdapter, Identity } from './adapter.ts'
import { remoteCollection } from './remote-collection.ts'

/** The result of comparing both stores. */
export type Comparison = Omit<KindDifferences, 'kind' | 'openWrites'>

/**
 * Compares both stores completely: two reads. Writes that are in progress appear as differences. An object that the Web API
 * has in another format is unreadable, and is no difference. If the Web API fails, nothing is compared, and `failure` says
 * why.
 */
export async function compareStores<
  Content,
  Stored extends Content & Identity,
  Item extends { readonly id: string },
  Input extends object,
>(ctx: Context, adapter: CollectionAdapter<Content, Stored, Item, Input>): Promise<Comparison> {
  const [stored, reading] = await Promise.all([
    adapter.findAll(ctx.db),
    adapter.remote(ctx.webApi).readAll().catch(failureIn),
  ])
  const inConsole = stored.length
  if ('failure' in reading) return { inConsole, inWebApi: null, ...reading, differences: [], unreadable: [] }
  const { items, unreadable } = reading
  const differences = differencesBetween(ctx, adapter, stored, reading)
  return {
    inConsole,
    inWebApi: items.length + unreadable.length,
    failure: '',
    differences,
    unreadable: [...unreadable],
  }
}

function differencesBetween<
  Content,
  Stored extends Content & Identity,
  Item extends { readonly id: string },
  Input extends object,
>(
  ctx: Context,
  adapter: CollectionAdapter<Content, Stored, Item, Input>,
  stored: readonly Stored[],
  { items, unreadable }: RemoteReading<Item>,
): StoreDifference[] {
  const { comparable, isSame, toSend } = remoteCollection(adapter)
  const { nameOf } = adapter.remote(ctx.webApi)
  const left = new Map(items.map((item) => [item.id.toLowerCase(), item]))
  const unknown = new Set(unreadable.map(({ id }) => id.toLowerCase()))
  const found: StoreDifference[] = []
  for (const own of stored) {
    const { apiid, name } = own
    const item = left.get(apiid)
    left.delete(apiid)
    if (!item && !unknown.has(apiid)) found.push({ apiid, name, in: 'console' })
    if (item && !isSame(item, comparable(toSend(ctx, own, item)))) found.push({ apiid, name, in: 'both' })
  }
  for (const item of left.values()) found.push({ apiid: item.id, name: nameOf(item), in: 'web-api' })
  return found
}

function failureIn(error: unknown): { readonly failure: string } {
  if (error instanceof UpstreamError) return { failure: error.message }
  throw error
}
