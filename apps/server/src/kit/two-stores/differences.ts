import type { KindDifferences, StoreDifference } from '@quatrain/contract/console/differences.ts'
import { UpstreamError } from '#clients/web-api/upstream-error.ts'
import type { Context } from '#request/context/context.ts'
import type { BothStores } from './both-stores.ts'

/** The result of comparing both stores. */
export type Comparison = Omit<KindDifferences, 'kind' | 'openWrites'>

/**
 * Compares both stores completely: two reads. Writes that are in progress appear as differences. An object that the Web API
 * has in another format is unreadable, and is no difference. If the Web API fails, nothing is compared, and `failure` says
 * why.
 */
export async function compareStores<Content>(
  ctx: Context,
  { findAll, remote }: BothStores<Content>,
): Promise<Comparison> {
  const [stored, reading] = await Promise.all([findAll(ctx.db), remote.readAll(ctx).catch(failureIn)])
  const inConsole = stored.length
  if ('failure' in reading) return { inConsole, inWebApi: null, ...reading, differences: [], unreadable: [] }
  const { items, unreadable } = reading
  const left = new Map(items.map((item) => [item.id.toLowerCase(), item]))
  const unknown = new Set(unreadable.map(({ id }) => id.toLowerCase()))
  const differences: StoreDifference[] = []
  for (const own of stored) {
    const { apiid, name } = own
    const item = left.get(apiid)
    left.delete(apiid)
    if (!item && !unknown.has(apiid)) differences.push({ apiid, name, in: 'console' })
    if (item && !item.isSame(item.toSend(ctx, own).comparable)) differences.push({ apiid, name, in: 'both' })
  }
  for (const { id, name } of left.values()) differences.push({ apiid: id, name, in: 'web-api' })
  return {
    inConsole,
    inWebApi: items.length + unreadable.length,
    failure: '',
    differences,
    unreadable: [...unreadable],
  }
}

function failureIn(error: unknown): { readonly failure: string } {
  if (error instanceof UpstreamError) return { failure: error.message }
  throw error
}
