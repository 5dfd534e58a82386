import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { inUse, invalidInput } from '@quatrain/platform/errors.ts'
import { again, type Deliver } from '#kit/intents/deliveries.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import { actorName, type Context, collectChanges, inTransaction } from '#request/context/context.ts'
import { lockTenant } from '#request/tenancy/locks.ts'
import type { Db, Tenancy } from '#request/tenancy/tenancy.ts'
import { followedFrom, reopen, stepBack } from './jobs.repository.ts'
import { findAction } from './roll-outs.repository.ts'
import { takeStep } from './take-step.ts'

interface Dependencies {
  readonly tenancy: Tenancy
  readonly deliver: Deliver
}

interface Reverted {
  readonly rollOut: number
  /** The name of the tenant. */
  readonly tenant: string
}

/**
 * Takes one tenant back to before the last roll-out that it has followed. Its job is open again, so that the tenant sees the
 * former content, and does not run until somebody runs it. Throws `not_found`, `invalid_input` if the tenant has not followed
 * the roll-out, `in_use` for a delete of templates and if the tenant has followed a later roll-out, `already_exists` if a former
 * name of a metric is taken.
 */
export async function revertRollOut(ctx: Context, dependencies: Dependencies, reverted: Reverted): Promise<Notices> {
  const { tenancy, deliver } = dependencies
  const tenant = await tenancy.tenantWhere(({ name }) => name === reverted.tenant)
  const deliveries = await inTransaction(ctx, async (ctx) => {
    const { rollOut: id } = reverted
    if ((await findAction(ctx.db, id)) === 'delete') throw inUse('A delete of metric templates is not reverted.')
    if (!tenant) throw notFollowed()
    await lockTenant(ctx.db, tenant)
    await tenancy.enter(ctx.db, tenant)
    await assertLastFollowed(ctx.db, reverted)
    await reopen(ctx.db, reverted, { at: ctx.now(), by: actorName(ctx) })
    const deliveries = await takeStep(await collectChanges({ ...ctx, tenant }), stepBack(reverted))
    // The activity log of the super-tenant is entered last, because its other writes wait for the end of this one.
    await tenancy.enter(ctx.db, ctx.tenant)
    const name = `Roll-out ${id} in ${tenant.name}`
    await recordEvent(ctx, { kind: 'rollout', id, name, action: 'change', after: { action: 'revert' } })
    return deliveries
  })
  const failures = await deliver(deliveries)
  if (failures.length === 0) return {}
  return { warning: failures.map(({ reason }) => `${reason} ${again}`).join('\n') }
}

/** Throws if the tenant of the session has not followed the roll-out, or has followed a later one. */
async function assertLastFollowed(db: Db, { rollOut, tenant }: Reverted): Promise<void> {
  const followed = await followedFrom(db, rollOut)
  const last = followed.at(-1)
  if (followed[0] !== rollOut) throw notFollowed()
  if (last !== rollOut) throw inUse(`${tenant} has followed roll-out ${last} since. Revert that one first.`)
}

const notFollowed = () => invalidInput({ tenant: 'Must be a tenant that has followed the roll-out' })
