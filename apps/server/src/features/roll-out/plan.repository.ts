// Which tenants follow a change of the catalogue at once, and the jobs of those that follow later.
import { problemOfDue } from '@quatrain/contract/kit/roll-out-choice.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import { recordEvent } from '#kit/recording/recorder.ts'
import { actorName, type Context, tenantsAtOnce } from '#request/context.ts'
import type { Db } from '#request/tenancy.ts'
import type { Step } from './metrics.repository.ts'

/** The stored versions, with their content before and now. */
const changedVersions = sql`
  select former.id, former.version as was, former.probeversion as was_for, template as now,
    probe_version_label(probe, package) as now_for
  from former_template_versions as former
  join metric_template_versions as template on template.id = former.id
  left join probe_versions as probe on probe.id = template.probe_version_id
  left join packages as package on package.id = probe.package_id`

/** A query of the ids of the tenants that follow in this transaction. */
export const tenantsNow = sql`select tenant_id from rolled_out_tenants where is_now`

/** What follows in the transaction of the change. */
export const stepNow: Step & { readonly ids: RawBuilder<unknown> } = {
  versions: changedVersions,
  tenants: sql`metric.tenant_id in (${tenantsNow})`,
  ids: tenantsNow,
}

/**
 * Decides which tenants follow in this transaction and takes their write locks, after the stored versions were changed. Stores
 * the former content, and a job for each tenant; at the end of the transaction, also for those that got metrics meanwhile. A dry
 * run only counts what changes in those that follow later, without making documents. Returns the id of the roll-out, if one is
 * stored. Throws `invalid_input` if the user has chosen tenants that the change does not concern, or another time than a future
 * one. Two statements at most, and two for a choice of tenants.
 */
export async function planRollOut(ctx: Context): Promise<number | undefined> {
  assertDue(ctx)
  const { write, origin } = ctx
  const { tenantsNow = null, othersDue = null, dryRun = false } = write
  const { rows } = await sql<{ later: number; id: number | null }>`
    select later, case when not ${dryRun}::boolean then begin_roll_out(${ctx.now()}::timestamptz, ${origin.requestId},
      ${actorName(ctx)}, ${origin.address}, ${origin.device ?? ''}, ${tenantsNow && [...tenantsNow]}::text[],
      ${othersDue}::timestamptz) end as id
    from (select prepare_roll_out(${tenantsAtOnce(ctx)}) as later offset 0) as prepared
  `.execute(ctx.db)
  await assertConcerned(ctx)
  const { later = 0, id = null } = rows[0] ?? {}
  if (later > 0) await countLater(ctx.db)
  if (id !== null && tenantsNow) {
    const after = { tenants_now: tenantsNow, others_due: othersDue }
    await recordEvent(ctx, { kind: 'rollout', id, name: `Roll-out ${id}`, action: 'add', after })
  }
  return id ?? undefined
}

/** Throws `invalid_input` if the user has chosen another time than a future one. */
export function assertDue({ write: { othersDue }, now }: Context): void {
  const problem = othersDue === undefined ? undefined : problemOfDue(othersDue, now())
  if (problem) throw invalidInput({ others_due: problem })
}

/** After the tenants were determined: throws `invalid_input` if the user has chosen others. */
export async function assertConcerned({ db, write: { tenantsNow } }: Context): Promise<void> {
  if (!tenantsNow) return
  const { rows } = await sql<{ position: number }>`
    select position::integer - 1 as position from unnest(${[...tenantsNow]}::text[]) with ordinality as chosen (name, position)
    where not exists (
      select from rolled_out_tenants as concerned join tenants as tenant on tenant.id = concerned.tenant_id
      where tenant.name = chosen.name)
    order by position
  `.execute(db)
  assertNoneOther(rows.map(({ position }) => position))
}

/** For a change that no tenant follows: throws `invalid_input` if the user has chosen tenants. */
export const assertNoneChosen = ({ write: { tenantsNow = [] } }: Context): void =>
  assertNoneOther([...tenantsNow.keys()])

function assertNoneOther(positions: readonly number[]): void {
  if (positions.length === 0) return
  const fields = positions.map((position) => [`tenants_now.${position}`, 'Must be a tenant that the change concerns'])
  throw invalidInput(Object.fromEntries(fields))
}

/** The numbers of metrics, and of what names them, that change later. Configurations are compared once for all equal ones. */
const countLater = (db: Db) =>
  sql`
  with version as materialized (
    select id, (was).name <> (now).name as is_renamed, (was).name as was_called, (now).config as config,
      (was).config::text <> (now).config::text as is_reconfigured,
      metric_document(was, was_for, '', '[]')::text <> metric_document(now, now_for, '', '[]')::text as is_changed
    from (${changedVersions}) as changed where id in (select id from changed_template_versions)
  ), held as (
    select metric.tenant_id, metric.template_version_id, count(*) as count,
      case when version.is_reconfigured and not version.is_changed then metric.config::text end as config
    from version
    join metrics as metric on metric.template_version_id = version.id
    where metric.tenant_id in (select tenant_id from rolled_out_tenants where not is_now)
      and (version.is_changed or version.is_reconfigured)
    group by metric.tenant_id, metric.template_version_id, 4
  ), equal as materialized (
    select own.template_version_id, own.config
    from (select distinct template_version_id, config from held where config is not null) as own
    join version on version.id = own.template_version_id
    where followed_config(version.config, own.config::json)::jsonb = own.config::jsonb
  )
  insert into later_changes (tenant_id, kind, count)
  select held.tenant_id, ${metrics.kind}, sum(held.count)
  from held
  where not exists (
    select from equal where equal.template_version_id = held.template_version_id and equal.config = held.config)
  group by held.tenant_id
  union all
  select pair.tenant_id, ${metricProfiles.kind}, count(distinct pair.profile_id)
  from version
  join metric_profile_instances as pair on pair.metric = version.was_called
  where version.is_renamed and pair.tenant_id in (select tenant_id from rolled_out_tenants where not is_now)
  group by pair.tenant_id
  union all
  select profile.tenant_id, ${thresholdsProfiles.kind}, count(distinct profile.id)
  from version
  join thresholds_profiles as profile on version.was_called = any(profile.metric_names)
  where version.is_renamed and profile.tenant_id in (select tenant_id from rolled_out_tenants where not is_now)
  group by profile.tenant_id
  union all
  select parameter.tenant_id, ${metricOverrides.kind}, count(distinct parameter.override_id)
  from version
  join metric_override_metric_parameters as parameter on parameter.metric = version.was_called
  where version.is_renamed and parameter.tenant_id in (select tenant_id from rolled_out_tenants where not is_now)
  group by parameter.tenant_id
`.execute(db)
