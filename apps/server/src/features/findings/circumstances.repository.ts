// What no document says about the objects of a tenant.
import type { Estate, KnownEstate } from '@quatrain/contract/findings/estate.ts'
import { webApiOperationsProfile } from '@quatrain/contract/web-api/operations-profiles.ts'
import { rowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { hasPasswordOnly } from '#features/second-factor/password-only.reads.ts'
import type { Context } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

const states = webApiOperationsProfile.pick({ name: true, available_states: true })

/** The operations profiles, which only the Web API has. */
export const operationsProfiles = async ({ webApi }: Context): Promise<Estate['operationsProfiles']> =>
  (await webApi.relay({ address: ['operations_profiles'], query: {} }, states)) ?? []

/** Since when reports are disabled: the first version of the last ones in a row. One statement. */
export const findDisabledReports = (db: Db) =>
  rowsIn(db)<Estate['disabledReports'][number]>`
    select report.name, min(version.created_at) as since
    from reports as report
    join versions as version on version.tenant_id = report.tenant_id and version.kind = 'report'
      and version.object_id = report.id and version.number > coalesce((
        select max(other.number) from versions as other
        where other.tenant_id = report.tenant_id and other.kind = 'report' and other.object_id = report.id
          and (other.document ->> 'disabled')::boolean is not true), 0)
    where report.tenant_id = current_tenant() and (report.content ->> 'disabled')::boolean
    group by report.name`

/** The versions of packages that metrics of all tenants use. One statement. */
export const findUsedPackages = (everyTenant: Db) =>
  rowsIn(everyTenant)<Estate['usedPackages'][number]>`
    select distinct package.name, package.version
    from metric_counts as counted
    join probe_versions as probe on probe.id = counted.probe_version_id
    join packages as package on package.id = probe.package_id
    where counted.metrics > 0`

interface People {
  readonly logins: Estate['logins']
  readonly keysOfUsers: Estate['keysOfUsers']
  readonly apiKeys: Estate['apiKeys']
}

const moments = ['joined', 'last', 'created', 'lastUsed', 'expires']

/** When people and keys were last seen; keys of APIs only for who may see them. One statement. */
export async function findPeople(db: Db, hasApiKeys: boolean): Promise<KnownEstate> {
  const { people } = await rowIn(db)<{ people: unknown }>`
    select json_build_object(
      'logins', (select coalesce(json_agg(json_build_object('username', username, 'joined', date_joined, 'last', last_login,
          'hasSecondFactor', not ${hasPasswordOnly})), '[]')
        from users where tenant_id = current_tenant()),
      'keysOfUsers', (select coalesce(json_agg(json_build_object('username', owner.username, 'isActive', owner.is_active,
          'name', key.name, 'created', key.created_at, 'lastUsed', key.last_used_at, 'expires', key.expires_at)), '[]')
        from user_keys as key join users as owner on owner.tenant_id = key.tenant_id and owner.id = key.user_id
        where key.tenant_id = current_tenant()),
      'apiKeys', (select coalesce(json_agg(json_build_object('name', name, 'created', created, 'lastUsed', last_used_at,
          'expires', expires_at)), '[]')
        from api_keys where tenant_id = current_tenant() and not revoked)) as people`
  const { logins, keysOfUsers, apiKeys } = withDates(people) as People
  return { logins, keysOfUsers, ...(hasApiKeys && { apiKeys }) }
}

const withDates = (json: unknown): unknown =>
  JSON.parse(JSON.stringify(json), (name, value) =>
    moments.includes(name) && typeof value === 'string' ? new Date(value) : value,
  )
