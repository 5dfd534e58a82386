import { hash } from 'node:crypto'
import {
  type ChangeRule,
  changeRuleFields,
  changeRules,
  documentOfRule,
  isRuled,
} from '@quatrain/contract/change-requests/change-rule.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { assertFreshGuard } from '#kit/http/authorize.ts'
import { findChangeRule } from '#kit/kinds/direct-writes.ts'
import type { Kinds } from '#kit/kinds/kinds.ts'
import { describeChange } from '#kit/recording/describe-change.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import { findRuleChanges, storeChangeRule } from './change-rule.repository.ts'

/** A change has to name the rule that its user has seen. */
type Guarded = ChangeRule & { readonly guard: string }

function guarded(rule: ChangeRule): Guarded {
  const { all_kinds, kinds, approvals, approvers, counts_author, bypass } = rule
  const content = [all_kinds, kinds, approvals, approvers?.kind, approvers?.name, counts_author, bypass]
  return { ...rule, guard: hash('sha256', JSON.stringify(content)) }
}

const withoutGuard = ({ guard: _, ...rule }: Guarded): ChangeRule => rule

const changeRuleOf = async ({ db }: Context): Promise<Guarded> => guarded(await findChangeRule(db))

/** The rule with its last changes. */
export const changeRuleWithHistory = async (ctx: Context) => ({
  ...(await changeRuleOf(ctx)),
  changes: await findRuleChanges(ctx.db, changeRules.kind),
})

/** Sets the rule, which holds at once, also for requests that wait. Throws `stale_version` and `invalid_input`. */
export function setChangeRule(ctx: Context, kinds: Kinds, rule: ChangeRule): Promise<Guarded> {
  return inTransaction(ctx, async (ctx) => {
    const storedRule = await changeRuleOf(ctx)
    assertFreshGuard(ctx, 'The rule of change requests', storedRule.guard)
    for (const [index, name] of rule.kinds.entries()) {
      const kind = kinds.get(name)
      if (!kind || !isRuled(kind.resource)) throw invalidInput({ [`kinds.${index}`]: 'Change requests cannot have it' })
    }
    if (guarded(rule).guard === storedRule.guard) return storedRule
    await storeChangeRule(ctx.db, rule)
    const [before, after] = [documentOfRule(withoutGuard(storedRule)), documentOfRule(rule)]
    const comment = () => describeChange(changeRuleFields, before, after)
    const { id, name } = ctx.tenant
    await record(ctx, [{ kind: changeRules.kind, id, name, before, after, comment }])
    return changeRuleOf(ctx)
  })
}
