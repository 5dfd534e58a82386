import { hash } from 'node:crypto'
import { type ChangeRule, isRuled } from '@quatrain/contract/change-requests/change-rule.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { assertFreshGuard } from '#kit/http/authorize.ts'
import { findChangeRule } from '#kit/kinds/direct-writes.ts'
import type { Kinds } from '#kit/kinds/kinds.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import { storeChangeRule } from './change-rule.repository.ts'

/** A change has to name the rule that its user has seen. */
type Guarded = ChangeRule & { readonly guard: string }

function guarded(rule: ChangeRule): Guarded {
  const { all_kinds, kinds, approvals, approvers, counts_author, bypass } = rule
  const content = [all_kinds, kinds, approvals, approvers?.kind, approvers?.name, counts_author, bypass]
  return { ...rule, guard: hash('sha256', JSON.stringify(content)) }
}

export const changeRuleOf = async ({ db }: Context): Promise<Guarded> => guarded(await findChangeRule(db))

/** Sets the rule, which holds at once, also for requests that wait. Throws `stale_version` and `invalid_input`. */
export function setChangeRule(ctx: Context, kinds: Kinds, rule: ChangeRule): Promise<Guarded> {
  return inTransaction(ctx, async (ctx) => {
    const storedRule = await changeRuleOf(ctx)
    assertFreshGuard(ctx, 'The rule of change requests', storedRule.guard)
    for (const [index, name] of rule.kinds.entries()) {
      const kind = kinds.get(name)
      if (!kind || !isRuled(kind.resource)) throw invalidInput({ [`kinds.${index}`]: 'Change requests cannot have it' })
    }
    const changedRule = guarded(rule)
    if (changedRule.guard === storedRule.guard) return storedRule
    await storeChangeRule(ctx.db, rule)
    const { guard: _, ...before } = storedRule
    const { id, name } = ctx.tenant
    await recordEvent(ctx, { action: 'change', kind: 'changerule', id, name, after: { ...rule, before } })
    return changeRuleOf(ctx)
  })
}
