import type { SecondFactorRule } from '@quatrain/contract/accounts/second-factor-rule.ts'
import { assertFreshGuard } from '#kit/http/authorize.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import { findRule, lockRule, storeRule } from './second-factor-rule.repository.ts'

/** A change has to name the rule that its user has seen. */
type Guarded = SecondFactorRule & { readonly guard: string }

const guarded = (rule: SecondFactorRule): Guarded => ({ ...rule, guard: rule.required_of })

export const ruleOf = async ({ db }: Context): Promise<Guarded> => guarded(await findRule(db))

/** Requires a second factor at the next logins. Sessions go on. Throws `stale_version`. */
export function changeRule(ctx: Context, required_of: SecondFactorRule['required_of']): Promise<Guarded> {
  return inTransaction(ctx, async (ctx) => {
    await lockRule(ctx.db)
    const storedRule = await ruleOf(ctx)
    assertFreshGuard(ctx, 'Who needs a second factor', storedRule.guard)
    if (storedRule.required_of === required_of) return storedRule
    await storeRule(ctx.db, required_of)
    const { id, name } = ctx.tenant
    const after = { required_of, before: storedRule.required_of }
    await recordEvent(ctx, { action: 'require-factor', kind: 'tenant', id, name, after })
    return guarded({ ...storedRule, required_of })
  })
}
