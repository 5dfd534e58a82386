import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { ProfileIds, ProfileNames, RemoteFields } from './report-document.ts'

/** A report, and what only the server needs to know. */
export type ReportFields = RemoteFields & {
  /** The ids of its profiles in the Web API. */
  readonly profile_ids: ProfileIds
  /** The time of the write, ISO 8601. */
  readonly changed_at: string
  /** The name of the stored report, which a change can replace; its own name if it is new. */
  readonly stored_name: string
}

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
