import { type ReportContent, type ReportRow, reports } from '@quatrain/contract/resources/report.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { ownedTable } from '#kit/owned/owned-table.ts'
import type { Db } from '#request/tenancy.ts'
import { fieldOf, type ProfileIds, type ProfileNames, type ProfileType, profileTypes } from './report-profiles.ts'

/** A report, and what only the server needs to know. */
export type Content = Omit<ReportContent, 'description'> & {
  readonly description?: string | undefined
  /** The ids of its profiles in the Web API. */
  readonly profile_ids: ProfileIds
  /** The time of the write, ISO 8601. */
  readonly changed_at: string
  /** The name of the stored report, which a change can replace; its own name if it is new. */
  readonly stored_name: string
}

/** The fields without a column of their own. */
const contentFields = reports.document
  .omit({ name: true, groupname: true, description: true })
  .extend({ profile_ids: z.record(z.enum(profileTypes), z.string()), changed_at: z.string() })

/** The current id of the profile with the name that this report has; the stored one if the console does not have it. */
const currentId = (type: Exclude<ProfileType, 'operations'>) => sql`coalesce((
  select apiid::text from ${sql.table(`${type}_profiles`)} as used
  where used.tenant_id = object.tenant_id and used.name = object.content->>${sql.lit(fieldOf(type))}),
  object.content->'profile_ids'->>${sql.lit(type)})`

export const reportTable = ownedTable<Content, ReportRow>({
  resource: reports,
  table: 'reports',
  content: sql`object.content || jsonb_build_object('stored_name', object.name, 'profile_ids', jsonb_build_object(
    'metric', ${currentId('metric')}, 'aggregation', ${currentId('aggregation')},
    'operations', object.content->'profile_ids'->'operations', 'thresholds', ${currentId('thresholds')}))`,
  listed: sql`,
    object.content->'disabled' as disabled,
    object.content->'topology_types' as topology_types,
    object.content->>'metric_profile' as metric_profile,
    object.content->>'aggregation_profile' as aggregation_profile,
    object.content->>'operations_profile' as operations_profile,
    object.content->>'thresholds_profile' as thresholds_profile,
    object.content->>'changed_at' as changed_at`,
  columns: (input) => ({ content: sql`${JSON.stringify(contentFields.parse(input))}::jsonb` }),
})

/** What a write of a report refers to. */
export interface Found {
  /** The ids in the console's database; null for a profile that it does not have. */
  readonly metric: string | null
  readonly aggregation: string | null
  readonly thresholds: string | null
  /** Whether another report has its name. */
  readonly isTaken: boolean
}

const idOf = (table: string, name: string) => sql`(select apiid::text from ${sql.table(table)} where name = ${name})`

/** Selects what a report with this name and these profiles refers to. */
export const selectFound = (names: ProfileNames & { readonly name: string; readonly stored_name: string }) =>
  sql<Found>`json_build_object(
    'metric', ${idOf('metric_profiles', names.metric_profile)},
    'aggregation', ${idOf('aggregation_profiles', names.aggregation_profile)},
    'thresholds', ${idOf('thresholds_profiles', names.thresholds_profile)},
    'isTaken', exists (select from reports where name = ${names.name} and name <> ${names.stored_name}))`

/** What is known before a write: the ids of the profiles in the console's database, and the stored report, if there is one. */
export interface Known extends Omit<Found, 'isTaken'> {
  readonly stored: { readonly name: string; readonly operations_profile: string; readonly operations: string } | null
}

/** What the console knows of the profiles with these names, and of the report with this id. */
export async function findKnown(db: Db, names: ProfileNames, apiid: string | undefined): Promise<Known> {
  const { rows } = await sql<Pick<Known, 'stored'> & { found: Found }>`
    select ${selectFound({ ...names, name: '', stored_name: '' })} as found, (
      select json_build_object('name', name, 'operations_profile', content->'operations_profile',
        'operations', content->'profile_ids'->'operations')
      from reports where apiid = ${apiid ?? null}::uuid) as stored`.execute(db)
  if (!rows[0]) throw new Error('A query without a table has one row.')
  return { ...rows[0].found, stored: rows[0].stored }
}
