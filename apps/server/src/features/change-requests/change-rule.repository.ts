import type { ChangeRule } from '@quatrain/contract/change-requests/change-rule.ts'
import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

/** Throws `invalid_input` if there is no such group. */
export async function storeChangeRule(db: Db, { approvers, ...rule }: ChangeRule): Promise<void> {
  const { kind = null, name = null } = approvers ?? {}
  const group = await firstRowIn(db)<{ id: number }>`
    select id from groups where tenant_id = current_tenant() and kind = ${kind} and name = ${name}`
  if (approvers && !group) throw invalidInput({ approvers: 'There is no such group' })
  const { all_kinds, kinds, approvals, counts_author, bypass } = rule
  await sql`
    insert into change_rules (all_kinds, kinds, approvals, approver_group, counts_author, bypass)
    values (${all_kinds}, ${kinds}::text[], ${approvals}, ${group?.id ?? null}, ${counts_author}, ${bypass})
    on conflict (tenant_id) do update set all_kinds = excluded.all_kinds, kinds = excluded.kinds,
      approvals = excluded.approvals, approver_group = excluded.approver_group, counts_author = excluded.counts_author,
      bypass = excluded.bypass`.execute(db)
}
