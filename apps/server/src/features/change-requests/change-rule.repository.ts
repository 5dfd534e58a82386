import type { ChangeRule, readChangeRule } from '@quatrain/contract/change-requests/change-rule.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { firstRowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
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

/** The last changes of the rule, the newest first. */
export const findRuleChanges = (db: Db, kind: string) =>
  rowsIn(db)<AnswerOf<typeof readChangeRule>['changes'][number]>`
    select entry.number, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, entry.actor as author,
      version.remark, entry.before, entry.after
    from activity as logged
    join activity_with_documents as entry on entry.tenant_id = logged.tenant_id and entry.number = logged.number
    join versions as version on version.tenant_id = logged.tenant_id and version.kind = logged.kind
      and version.object_id = logged.object_id and version.number = logged.after_version
    where logged.tenant_id = current_tenant() and logged.kind = ${kind} order by logged.number desc limit 20`
