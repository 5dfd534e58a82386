import type { MetricInstance, MetricProfile, MetricProfileRow } from '@quatrain/contract/resources/metric-profile.ts'
import { byServiceAndMetric } from '@quatrain/contract/resources/metric-profile.ts'
import { fromDatabase } from '@quatrain/platform/database/failures.ts'
import { alreadyExists, notFound, staleVersion } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Which } from '#kit/two-stores/adapter.ts'
import type { Db } from '#request/tenancy.ts'

/** A profile with what only the server needs to know of it. */
export type StoredProfile = MetricProfile & { readonly id: number; readonly rowVersion: number }

const missing = () => notFound('Metric profile')
export const nameTaken = () => alreadyExists('Metric profile', 'name')
const idTaken = () => alreadyExists('Metric profile with this id', 'apiid')

export async function findAll(db: Db): Promise<MetricProfileRow[]> {
  const { rows } = await sql<MetricProfileRow>`
    select profile.apiid::text, profile.name, owner.name as groupname, profile.description,
      (select count(*)::integer from metric_profile_instances as pair
       where pair.tenant_id = profile.tenant_id and pair.profile_id = profile.id) as pairs
    from metric_profiles as profile
    join groups as owner on owner.tenant_id = profile.tenant_id and owner.id = profile.group_id
    order by profile.name
  `.execute(db)
  return rows
}

const matches = (which: Which) =>
  'name' in which ? sql`profile.name = ${which.name}` : sql`profile.apiid = ${which.apiid}::uuid`

const selected = sql`
  profile.id, profile.row_version as "rowVersion", profile.apiid::text, profile.name, owner.name as groupname,
  profile.description,
  (select coalesce(json_agg(json_build_object('service', pair.service, 'metric', pair.metric)), '[]')
   from metric_profile_instances as pair
   where pair.tenant_id = profile.tenant_id and pair.profile_id = profile.id) as services`

const source = sql`
  metric_profiles as profile
  join groups as owner on owner.tenant_id = profile.tenant_id and owner.id = profile.group_id`

const sorted = <Profile extends { services: MetricInstance[] }>(profile: Profile): Profile => ({
  ...profile,
  services: profile.services.toSorted(byServiceAndMetric),
})

export async function find(db: Db, which: Which): Promise<StoredProfile> {
  const profile = await findIfThere(db, which)
  if (!profile) throw missing()
  return profile
}

export async function findAllWithPairs(db: Db): Promise<StoredProfile[]> {
  const { rows } = await sql<StoredProfile>`select ${selected} from ${source} order by profile.name`.execute(db)
  return rows.map(sorted)
}

export async function findIfThere(db: Db, which: Which): Promise<StoredProfile | undefined> {
  const { rows } = await sql<StoredProfile>`select ${selected} from ${source} where ${matches(which)}`.execute(db)
  return rows[0] && sorted(rows[0])
}

/** The objects that a save refers to. */
interface Wanted {
  readonly groupname?: string
  readonly metrics?: readonly string[]
}

interface References {
  readonly unknownMetrics: string[]
  readonly isGroupKnown: boolean
}

/** Locks it for a change. */
export async function findForUpdate(
  db: Db,
  which: Which,
  { groupname = '', metrics = [] }: Wanted = {},
): Promise<StoredProfile & References> {
  const { rows } = await sql<StoredProfile & References>`
    select ${selected}, ${unknownAmong(metrics)} as "unknownMetrics",
      exists ${groupNamed(groupname)} as "isGroupKnown"
    from ${source} where ${matches(which)} for update of profile
  `.execute(db)
  const [profile] = rows
  if (!profile) throw missing()
  return sorted(profile)
}

/** Whether the name of a new profile is free, and which references do not exist. */
export async function findForAdd(
  db: Db,
  name: string,
  { groupname, metrics }: Required<Wanted>,
): Promise<References & { readonly taken: boolean }> {
  const { rows } = await sql<References & { taken: boolean }>`
    select exists (select from metric_profiles where name = ${name}) as taken,
      ${unknownAmong(metrics)} as "unknownMetrics", exists ${groupNamed(groupname)} as "isGroupKnown"
  `.execute(db)
  const [found] = rows
  if (!found) throw new Error('A question without a table has one row.')
  return found
}

/** Those names for which there is no metric template. */
const unknownAmong = (metrics: readonly string[]) => sql`
  (select coalesce(json_agg(wanted.name), '[]') from unnest(${[...metrics]}::text[]) as wanted (name)
   where not exists (select from metric_templates as template where template.name = wanted.name))`

interface Values {
  readonly groupname: string
  readonly description: string
  readonly services: readonly MetricInstance[]
}

const wantedPairs = (services: readonly MetricInstance[]) =>
  sql`select service, metric from json_to_recordset(${JSON.stringify(services)}::json) as pair (service text, metric text)`

const groupNamed = (name: string) => sql`(select id from groups where kind = 'metricprofiles' and name = ${name})`

/** Adds a profile with its pairs. Throws `already_exists` for a name or id that is taken. */
export async function insert(
  db: Db,
  { apiid, name, groupname, description, services }: Values & { readonly apiid: string; readonly name: string },
): Promise<{ id: number; rowVersion: number }> {
  const { rows } = await sql<{ id: number; rowVersion: number }>`
    with added as (
      insert into metric_profiles (apiid, name, group_id, description)
      values (${apiid}::uuid, ${name}, ${groupNamed(groupname)}, ${description})
      returning id, row_version
    ), pairs as (
      insert into metric_profile_instances (profile_id, service, metric)
      select added.id, wanted.service, wanted.metric from added, (${wantedPairs(services)}) as wanted
    )
    select id, row_version as "rowVersion" from added
  `
    .execute(db)
    .catch(explain)
  const [added] = rows
  if (!added) throw missing()
  return added
}

/** Writes a profile at `rowVersion`; throws `stale_version` if it has another one. Returns the new row version. */
export async function update(
  db: Db,
  { id, rowVersion }: { readonly id: number; readonly rowVersion: number },
  { groupname, description, services }: Values,
): Promise<{ rowVersion: number }> {
  const { rows } = await sql<{ rowVersion: number }>`
    with changed as (
      update metric_profiles
      set group_id = ${groupNamed(groupname)}, description = ${description}, row_version = row_version + 1
      where tenant_id = current_tenant() and id = ${id} and row_version = ${rowVersion}
      returning id, row_version
    ), wanted as (${wantedPairs(services)}), removed as (
      delete from metric_profile_instances as pair using changed
      where pair.tenant_id = current_tenant() and pair.profile_id = changed.id
        and (pair.service, pair.metric) not in (select service, metric from wanted)
    ), added as (
      insert into metric_profile_instances (profile_id, service, metric)
      select changed.id, wanted.service, wanted.metric from changed, wanted
      on conflict do nothing
    )
    select row_version as "rowVersion" from changed
  `
    .execute(db)
    .catch(explain)
  const [changed] = rows
  if (!changed) throw staleVersion('The metric profile')
  return changed
}

/** Removes a profile that is at `rowVersion`; throws `stale_version` when it is not. */
export async function remove(
  db: Db,
  { id, rowVersion }: { readonly id: number; readonly rowVersion: number },
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('metric_profiles')
    .where('id', '=', id)
    .where('row_version', '=', rowVersion)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw staleVersion('The metric profile')
}

const explain = (error: unknown) =>
  Promise.reject(fromDatabase(error, { metric_profiles_name_key: nameTaken, metric_profiles_apiid_key: idTaken }))
