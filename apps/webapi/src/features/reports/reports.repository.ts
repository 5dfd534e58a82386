import type { WebApiReport } from '@quatrain/contract/web-api/reports.ts'
import { sql } from 'kysely'
import type { Caller } from '#kit/callers.ts'
import type { Db } from '#kit/tenancy.ts'

/** What is kept of a report as it is, beside its name. */
export type ReportDocument = Omit<WebApiReport, 'id' | 'tenant' | 'info'> & { readonly description: string }

/** A version to keep, and who made it when. */
export interface ReportChange {
  readonly name: string
  readonly document: ReportDocument
  readonly at: Date
  readonly by: Caller
}

export interface StoredReport {
  readonly id: string
  readonly tenant: string
  readonly name: string
  readonly document: ReportDocument
  readonly created: string
  readonly updated: string
  /** How often the report has been changed. */
  readonly changes: number
}

const moment = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`

const there = sql`
  select report.id, name_of_tenant() as tenant, report.name, version.document, report.changes,
    ${moment('report.created_at')} as created, ${moment('version.changed_at')} as updated
  from reports as report
  join report_versions as version on version.tenant_id = report.tenant_id
    and version.item_id = report.id and version.number = report.changes
  where report.deleted_at is null`

export const findAll = async (db: Db): Promise<StoredReport[]> =>
  (await sql<StoredReport>`${there} order by report.id`.execute(db)).rows

export const findNamed = async (db: Db, name: string): Promise<StoredReport[]> =>
  (await sql<StoredReport>`${there} and report.name = ${name}`.execute(db)).rows

export const find = async (db: Db, id: string): Promise<StoredReport | undefined> =>
  (await sql<StoredReport>`${there} and report.id = ${id}::uuid`.execute(db)).rows[0]

/** For whoever is going to change it: the others wait, and then see what became of it. */
export const findForUpdate = async (db: Db, id: string): Promise<StoredReport | undefined> => {
  const lock = sql`select from reports where id = ${id}::uuid and deleted_at is null for update`
  const { rows } = await lock.execute(db)
  // Read after the lock: the state of whoever had it until then.
  return rows.length > 0 ? find(db, id) : undefined
}

export const insert = (db: Db, id: string, { name, at }: ReportChange) =>
  sql`insert into reports (id, name, created_at) values (${id}::uuid, ${name}, ${at})`.execute(db)

/** Counts a change. */
export const update = (db: Db, id: string, { name }: ReportChange) =>
  sql`update reports set changes = changes + 1, name = ${name} where id = ${id}::uuid`.execute(db)

export const insertVersion = (db: Db, id: string, number: number, { document, at, by }: ReportChange) =>
  sql`insert into report_versions (item_id, number, document, changed_at, changed_by)
    values (${id}::uuid, ${number}, ${JSON.stringify(document)}::json, ${at}, ${by.key})`.execute(db)

/** Hides the report from readers. Its versions stay, and its name is free again. */
export const markDeleted = (db: Db, id: string, at: Date, by: Caller) =>
  sql`update reports set deleted_at = ${at}, deleted_by = ${by.key} where id = ${id}::uuid`.execute(db)
