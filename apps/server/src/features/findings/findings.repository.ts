import type { RuleCount } from '@quatrain/contract/console/home.ts'
import { type FindingOverview, type FindingSettings, usualSettings } from '@quatrain/contract/findings/finding.ts'
import { severities } from '@quatrain/contract/findings/rule.ts'
import { firstRowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

/** The settings of the tenant, or the usual ones. */
export const findSettings = async (db: Db): Promise<FindingSettings> =>
  (
    await firstRowIn(db)<{ settings: FindingSettings }>`
      select settings from finding_settings where tenant_id = current_tenant()`
  )?.settings ?? usualSettings

export async function storeSettings(db: Db, settings: FindingSettings): Promise<void> {
  await sql`
    insert into finding_settings (settings) values (${JSON.stringify(settings)}::json)
    on conflict (tenant_id) do update set settings = excluded.settings`.execute(db)
}

const keptDays = 90

/** The numbers of the last 90 days, the oldest first. */
export const findDays = (db: Db) =>
  rowsIn(db)<FindingOverview['days'][number]>`
    select day::text, errors as error, warnings as warning, hints as hint
    from finding_counts where tenant_id = current_tenant() order by day desc limit ${keptDays}`

/** What was counted last; undefined if nothing was. */
export const findLastCounts = (db: Db) =>
  firstRowIn(db)<Omit<Counted, 'groups'> & { readonly groups: Counted['groups'] | null }>`
      select day::text, rules, groups, revision from finding_counts where tenant_id = current_tenant()
      order by day desc limit 1`

export type CountOfRule = Omit<RuleCount, 'title'>

/** The errors and warnings of the objects of a group; the group is empty for those without one. */
export interface CountOfGroup {
  readonly group: string
  readonly count: number
}

/** What was counted on a day. */
interface Counted {
  readonly day: string
  readonly rules: readonly CountOfRule[]
  readonly groups: readonly CountOfGroup[]
  /** The state of the tenant that was looked at. */
  readonly revision: string
}

/** Whether they are new: another process may have stored the same. */
export async function storeCounts(db: Db, { day, rules, groups, revision }: Counted): Promise<boolean> {
  const [errors, warnings, hints] = severities.map((severity) =>
    rules.reduce((sum, rule) => sum + (rule.severity === severity ? rule.count : 0), 0),
  )
  const stored = await rowsIn(db)`
    with expired as (
      delete from finding_counts where tenant_id = current_tenant() and day <= ${day}::date - ${keptDays}::integer)
    insert into finding_counts (day, errors, warnings, hints, rules, groups, revision)
    values (${day}::date, ${errors}, ${warnings}, ${hints}, ${JSON.stringify(rules)}::json,
      ${JSON.stringify(groups)}::json, ${revision})
    on conflict (tenant_id, day) do update set errors = excluded.errors, warnings = excluded.warnings, hints = excluded.hints,
      rules = excluded.rules, groups = excluded.groups, revision = excluded.revision
    where finding_counts.revision <> excluded.revision
    returning day`
  return stored.length > 0
}

/** What members of a group, and superusers, are told. */
export interface MoreFindings {
  readonly group: string
  readonly remark: string
}

export const mailAboutFindings = (db: Db, more: readonly MoreFindings[], at: Date) =>
  sql`insert into request_mails (user_id, kind, object_id, name, action, actor, remark, at, due)
      select person.id, 'finding', 0, more."group", 'findings', '', more.remark, ${at}::timestamptz, mail.due
      from json_to_recordset(${JSON.stringify(more)}::json) as more ("group" text, remark text)
      join users as person on person.tenant_id = current_tenant() and person.is_active and person.email <> ''
        and (person.is_superuser or exists (
          select from groups as owner
          join group_members as member on member.tenant_id = owner.tenant_id and member.group_id = owner.id
          where owner.tenant_id = current_tenant() and owner.name = more."group" and member.user_id = person.id))
      cross join lateral (
        select mail_due(current_tenant(), person.id, 'findings', ${at}::timestamptz) as due) as mail
      where mail.due is not null`.execute(db)
