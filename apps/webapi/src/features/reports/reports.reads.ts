import { noReportNamed } from '#kit/refusals.ts'
import type { Db } from '#kit/tenancy.ts'
import { findNamed, type ReportDocument } from './reports.repository.ts'

/** The content of the report with this name. Throws a refusal if there is none. */
export async function reportNamed(db: Db, name: string): Promise<ReportDocument> {
  const document = await findNamed(db, name)
  if (!document) throw noReportNamed(name)
  return document
}
