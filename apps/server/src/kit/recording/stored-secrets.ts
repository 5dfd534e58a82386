import { AppError } from '@quatrain/platform/errors.ts'
import type { Context } from '#request/context/context.ts'
import type { SealedColumn } from '#request/sealing/sealed-column.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { recordEvents } from './recorder.ts'

/** A secret as stored. */
interface StoredSecret {
  readonly tenantId: number
  readonly sealed: string
  /** The object that has it, as the activity log names it. */
  readonly object: { readonly kind: string; readonly id: number; readonly name: string }
  /** What operators call it, such as `the client secret of NORTH: Campus`. */
  readonly label: string
}

interface Storage<Secret extends StoredSecret> {
  readonly column: SealedColumn<NoInfer<Secret>>
  readonly find: (db: Db) => Promise<readonly Secret[]>
  readonly store: (db: Db, secret: NoInfer<Secret>, sealed: string) => Promise<unknown>
}

/** The stored secrets of a kind after a change of the server's secret. The handles see every tenant. */
export interface StoredSecrets {
  /**
   * Encrypts each of them with the current secret of the server, in the transaction of `ctx`, and records it. Returns the
   * tenants of those that were encrypted again, and the number of unchanged ones. Throws `internal` if no accepted secret
   * opens one.
   */
  reseal(ctx: Context, secrets: Secrets): Promise<{ readonly resealed: readonly number[]; readonly unchanged: number }>
  /** Those that no accepted secret of the server opens, in words for operators. */
  unreadable(db: Db, secrets: Secrets): Promise<string[]>
}

export const storedSecrets = <Secret extends StoredSecret>({
  column,
  find,
  store,
}: Storage<Secret>): StoredSecrets => ({
  async reseal(ctx, secrets) {
    const all = await find(ctx.db)
    const stale = all.filter((secret) => !column.isSealedNow(secrets, secret, secret.sealed))
    for (const secret of stale) {
      const text = column.open(secrets, secret, secret.sealed)
      if (text === undefined) {
        const why = `neither QUATRAIN_SECRET nor QUATRAIN_SECRET_PREVIOUS opens ${secret.label}`
        throw new AppError('internal', `Nothing was changed: ${why}.`)
      }
      await store(ctx.db, secret, column.seal(secrets, secret, text))
    }
    await recordEvents(
      ctx,
      stale.map(({ tenantId, object }) => ({ action: 'reseal', tenantId, ...object })),
    )
    return { resealed: stale.map(({ tenantId }) => tenantId), unchanged: all.length - stale.length }
  },
  unreadable: async (db, secrets) =>
    (await find(db))
      .filter((secret) => column.open(secrets, secret, secret.sealed) === undefined)
      .map(({ label }) => label),
})
