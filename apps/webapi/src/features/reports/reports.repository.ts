import { collectionOfProfileType, usualThresholds, type WebApiReport } from '@quatrain/contract/web-api/reports.ts'
import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/callers.ts'
import { areNamed, type NamedItem, nameOn } from '#kit/references.ts'
import type { Db } from '#kit/tenancy.ts'

/** The content of a report besides its name. */
export type ReportDocument = Omit<WebApiReport, 'id' | 'tenant' | 'info'> & { readonly description: string }

/** A version to be stored, with its author and time. */
export interface ReportChange {
  readonly name: string
  readonly document: ReportDocument
  readonly changedAt: Date
  readonly by: Caller
}

interface Counted {
  /** The number of changes of the report. */
  readonly changes: number
}

const moment = (column: string) => sql`to_json(to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'))`

/** A member of a document as JSON. A document that lacks it must not make the whole list unreadable. */
const member = (name: keyof ReportDocument, fallback: string) =>
  sql`coalesce((document->${sql.lit(name)})::text, ${sql.lit(fallback)})`

/** The profiles with the names that they have on a day. */
const profilesOn = (day: string) => {
  const nameIn = Object.entries(collectionOfProfileType).map(
    ([type, path]) => sql`when ${sql.lit(type)} then ${nameOn(path, sql`(profile->>'id')::uuid`, day)}`,
  )
  return sql`coalesce((
    select '[' || string_agg('{"id":' || (profile->'id') || ',"name":'
      || to_json(case profile->>'type' ${sql.join(nameIn, sql` `)} end) || ',"type":' || (profile->'type') || '}', ',' order by place)
      || ']'
    from json_array_elements(document->'profiles') with ordinality as profiles (profile, place)), '[]')`
}

/** A report as clients receive it on a day, without a weight if it has none. */
const jsonOn = (day: string) => sql<string>`
  '{"id":"' || report.id || '","tenant":' || to_json((select name_of_tenant()))
  || case when coalesce(document->>'weight', '') = '' then '' else ',"weight":' || (document->'weight') end
  || ',"disabled":' || ${member('disabled', 'false')}
  || ',"info":{"name":' || to_json(report.name) || ',"description":' || ${member('description', '""')}
  || ',"created":' || ${moment('report.created_at')} || ',"updated":' || ${moment('version.changed_at')}
  || '},"computations":' || ${member('computations', '{}')} || ',"thresholds":' || ${member('thresholds', JSON.stringify(usualThresholds))}
  || ',"topology_schema":' || ${member('topology_schema', '{}')} || ',"profiles":' || ${profilesOn(day)}
  || ',"filter_tags":' || ${member('filter_tags', '[]')} || '}'`

const existingReports = sql`
  from reports as report
  join report_versions as version on version.tenant_id = report.tenant_id
    and version.item_id = report.id and version.number = report.changes
  where report.deleted_at is null`

/** All of them as comma-separated JSON, or only those with the name. */
export async function findAll(db: Db, day: string, name: string): Promise<string> {
  const nameCondition = name ? sql`and report.name = ${name}` : sql``
  const { rows } = await sql<{ json: string }>`
    select ${jsonOn(day)} as json ${existingReports} ${nameCondition} order by report.id`.execute(db)
  return rows.map(({ json }) => json).join(',')
}

/** One report as JSON. */
export const find = (db: Db, day: string, id: string): Promise<(Counted & { json: string }) | undefined> =>
  firstRowIn(db)<Counted & { json: string }>`
    select report.changes, ${jsonOn(day)} as json ${existingReports} and report.id = ${id}::uuid`

/** The content of the report with this name. */
export async function findNamed(db: Db, name: string): Promise<ReportDocument | undefined> {
  const row = await firstRowIn(db)<{ document: ReportDocument }>`
    select version.document ${existingReports} and report.name = ${name}`
  return row?.document
}

/** The stored report, for a change of it. */
export const selectForWrite = (id: string) =>
  sql<Counted & { document: ReportDocument }>`
    select report.changes, version.document ${existingReports} and report.id = ${id}::uuid`

/** Common table expressions: the written report, and its version with the number that the write assigned. */
const storingVersion = (report: RawBuilder<unknown>, { document, changedAt, by }: ReportChange) => sql`
  with report as (${report} returning id, name, changes, created_at), version as (
    insert into report_versions (item_id, number, document, changed_at, changed_by)
    select id, changes, ${JSON.stringify(document)}::json, ${changedAt}::timestamptz, ${by.key} from report
    returning document, changed_at)`

/** Adds a report with its first version. */
export const insert = (id: string, change: ReportChange) => {
  const { name, changedAt } = change
  const added = sql`insert into reports (id, name, created_at) values (${id}::uuid, ${name}, ${changedAt}::timestamptz)`
  return sql`${storingVersion(added, change)} select from report`
}

/** The state that the author of a change has read. */
export interface SeenState {
  /** The number of changes of the report. */
  readonly changes: number
  /** Its profiles after the change. */
  readonly profiles: readonly NamedItem[]
}

const hasNoWeight = sql`(
  select coalesce(document->>'weight', '') = '' from report_versions where item_id = reports.id and number = reports.changes)`

/**
 * Stores another version, and selects the report as it is then on a day. With `seenState`, nothing is stored unless the report has had so
 * many changes, has no weight that the change leaves out, and its profiles have these names.
 */
export const update = (day: string, id: string, change: ReportChange, seenState?: SeenState) => {
  const isAsSeen = seenState
    ? sql`and deleted_at is null and changes = ${seenState.changes}::integer and ${areNamed(seenState.profiles, day)}
        ${change.document.weight === undefined ? sql`and ${hasNoWeight}` : sql``}`
    : sql``
  const changed = sql`
    update reports set changes = changes + 1, name = ${change.name} where id = ${id}::uuid ${isAsSeen}`
  return sql<Counted & { json: string }>`
    ${storingVersion(changed, change)} select report.changes, ${jsonOn(day)} as json from report, version`
}

/** Hides the report from readers. Its versions are kept, and its name is free again. */
export const markDeleted = (db: Db, id: string, deletedAt: Date, by: Caller) =>
  sql`update reports set deleted_at = ${deletedAt}, deleted_by = ${by.key} where id = ${id}::uuid`.execute(db)
