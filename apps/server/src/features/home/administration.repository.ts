import type { AdministrationHints } from '@quatrain/contract/console/administration.ts'
import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { expiresSoonDays } from '@quatrain/contract/kit/key-limits.ts'
import { rowIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { hasPasswordOnly } from '#features/second-factor/password-only.reads.ts'
import type { Context } from '#request/context/context.ts'

/** The tables of the sections that can be counted, by the names of the sections in addresses. */
const shared = {
  yumrepos: 'yum_repos',
  packages: 'packages',
  probes: 'probes',
  metrictemplates: 'metric_templates',
  default_ports: 'default_ports',
  users: 'users',
  apikey: 'api_keys',
  webhooks: 'webhooks',
} as const

const tables: Readonly<Record<Deployment, Readonly<Record<string, string>>>> = {
  tenant: {
    ...shared,
    metrics: 'metrics',
    reports: 'reports',
    metricprofiles: 'metric_profiles',
    aggregationprofiles: 'aggregation_profiles',
    thresholdsprofiles: 'thresholds_profiles',
    metricoverrides: 'metric_overrides',
    probecandidates: 'probe_candidates',
    identityproviders: 'identity_providers',
  },
  super: { ...shared, tenants: 'tenants', metrictags: 'metric_tags' },
}

/** The number of objects that are named; the others are counted. */
const maxNamed = 5

/** The number of the users of a query, and the first of them. */
const rowNamesIn = (query: string) => sql`
  json_build_object('count', (select count(*)::integer from ${sql.table(query)}), 'first', (
    select coalesce(json_agg(username order by username), '[]')
    from (select username from ${sql.table(query)} order by username limit ${maxNamed}) as named))`

type StoredHints = Omit<AdministrationHints, 'unusedKeys' | 'expiringKeys'>

/** Counts and hints, without those of API keys. One statement. */
export async function findHints({ db, tenant, now }: Context): Promise<StoredHints> {
  const soon = new Date(now().getTime() + expiresSoonDays * 86_400_000)
  const objects = Object.entries(tables[tenant.deployment]).map(
    ([name, table]) => sql`${name}::text, (select count(*)::integer from ${sql.table(table)})`,
  )
  const kinds = tenant.deployment === 'tenant' ? groupKinds : []
  const groups = kinds.map(
    (kind) => sql`${`groupof${kind}`}::text, (select count(*)::integer from groups where kind = ${kind})`,
  )
  return rowIn(db)<StoredHints>`
    with lonely as (
      select username from users
      where is_active and not is_superuser and ${tenant.deployment === 'tenant'}::boolean and not exists (
        select from group_members as member where member.tenant_id = users.tenant_id and member.user_id = users.id)
    ), abandoned as (
      select kind, name from groups as owner
      where not exists (
        select from group_members as member where member.tenant_id = owner.tenant_id and member.group_id = owner.id)
    ), exposed as (
      select username from users
      where is_superuser and ${hasPasswordOnly}
    )
    select json_build_object(${sql.join([...objects, ...groups])}) as counts,
      ${rowNamesIn('lonely')} as "usersWithoutGroups",
      ${rowNamesIn('exposed')} as "superusersWithoutFactor",
      (select count(*)::integer from user_keys where expires_at <= ${soon}::timestamptz) as "expiringUserKeys",
      json_build_object('count', (select count(*)::integer from abandoned), 'first', (
        select coalesce(json_agg(named order by kind, name), '[]')
        from (select kind, name from abandoned order by kind, name limit ${maxNamed}) as named)) as "groupsWithoutUsers"`
}
