import type { EffectiveRule } from '@quatrain/contract/accounts/session.ts'
import { type ChangeRule, isRuled, usualRule } from '@quatrain/contract/change-requests/change-rule.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { invalidInput, notAllowed } from '@quatrain/platform/errors.ts'
import { capitalized } from '#kit/resource/label.ts'
import type { Context } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { Kinds, OperationName } from './kinds.ts'

/** The rule of the tenant: which kinds are changed by change requests only, and who approves these. */
export const findChangeRule = async (db: Db): Promise<ChangeRule> =>
  (await firstRowIn(db)<ChangeRule>`
    select all_kinds, kinds, approvals, counts_author, bypass,
      (select json_build_object('kind', owner.kind, 'name', owner.name) from groups as owner
       where owner.tenant_id = rule.tenant_id and owner.id = rule.approver_group) as approvers
    from change_rules as rule where tenant_id = current_tenant()`) ?? usualRule

/** What forms need of the rule; undefined if every kind can be saved directly. */
export async function effectiveRule(db: Db, kinds: Kinds): Promise<EffectiveRule | undefined> {
  const { all_kinds, kinds: listedKinds, approvals, bypass } = await findChangeRule(db)
  const ruledKinds = [...kinds.values()].flatMap(({ resource }) => (isRuled(resource) ? [resource.kind] : []))
  const effectiveKinds = ruledKinds.filter((kind) => all_kinds || listedKinds.includes(kind))
  return effectiveKinds.length > 0 ? { kinds: effectiveKinds, approvals, bypass } : undefined
}

/** These remove a difference between the two stores, which no change request can. */
const repairs: ReadonlySet<OperationName> = new Set(['adopt', 'send', 'discard'])

/**
 * The context of a write that a client makes directly, not by a change request. A superuser who goes past the rule is named with the
 * reason in the remark of the version. Throws `not_allowed` if the tenant changes such objects by change requests only.
 */
export async function directWrite(ctx: Context, resource: Resource, operation: OperationName): Promise<Context> {
  if (ctx.write.dryRun || repairs.has(operation) || !isRuled(resource)) return ctx
  const { all_kinds, kinds, bypass } = await findChangeRule(ctx.db)
  if (!all_kinds && !kinds.includes(resource.kind)) return ctx
  const mayBypass = bypass && ctx.caller.user?.isSuperuser === true
  const { pastRule = false, remark = '' } = ctx.write
  if (mayBypass && pastRule) {
    if (remark === '') throw invalidInput({ remark: 'Required' })
    return { ...ctx, write: { ...ctx.write, remark: `Without a change request: ${remark}` } }
  }
  const sentence = `${capitalized(resource.label.many)} of this tenant are changed by change requests only.`
  throw notAllowed(mayBypass ? `${sentence} Superusers may save with a reason (past_rule and remark).` : sentence)
}
