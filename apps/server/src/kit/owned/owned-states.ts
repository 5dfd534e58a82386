import { hash } from 'node:crypto'
import { assertFreshGuard } from '#kit/http/if-match.ts'
import type { CollectionAdapter } from '#kit/two-stores/adapter.ts'
import { remoteCollection } from '#kit/two-stores/remote-collection.ts'
import type { Context } from '#request/context.ts'
import type { Db } from '#request/tenancy.ts'
import type { OwnedInput, OwnedObject, OwnedTable } from './owned-table.ts'

/** The states of one object in both stores; undefined in a store that does not have it. */
interface BothStates<Own, Item> {
  readonly own: Own | undefined
  readonly item: Item | undefined
}

/** Reads an object of a kind from both stores, and identifies its two states together. */
export function ownedStates<Input extends OwnedInput, Item extends { readonly id: string }, Sent extends object>(
  adapter: CollectionAdapter<Input, OwnedObject<Input>, Item, Sent>,
  table: OwnedTable<Input>,
) {
  const remote = remoteCollection(adapter)
  const { one } = adapter.resource.label

  const findOwn = (db: Db, apiid: string) => table.findIfThere(db, { apiid: apiid.toLowerCase() })

  const guardOf = ({ own, item }: BothStates<OwnedObject<Input>, Item>): string =>
    hash('sha256', JSON.stringify([own?.id, own?.rowVersion, item && remote.comparable(item)])).slice(0, 32)

  return {
    findOwn,
    guardOf,

    async read(ctx: Context, apiid: string) {
      const [own, item] = await Promise.all([findOwn(ctx.db, apiid), adapter.remote(ctx.webApi).find(apiid)])
      return { own, item }
    },

    /** Throws `stale_version` if the request is based on other states. */
    assertUnchanged(ctx: Context, states: BothStates<OwnedObject<Input>, Item>): void {
      assertFreshGuard(ctx, `The ${one}`, guardOf(states))
    },
  }
}
