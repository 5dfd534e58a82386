import type { WebApiReportGroup } from '@quatrain/contract/web-api/reports.ts'
import { z } from 'zod'
import { list, members, optional, text } from '#kit/json-body.ts'
import { noReportNamed } from '#kit/refusals.ts'
import type { Db } from '#kit/tenancy.ts'
import { findNamed, type ReportDocument } from './reports.repository.ts'

/** The content of the report with this name. Throws a refusal if there is none. */
export async function reportNamed(db: Db, name: string): Promise<ReportDocument> {
  const document = await findNamed(db, name)
  if (!document) throw noReportNamed(name)
  return document
}

/** A level of the topology with the levels below it; every body has a maximum depth. */
const group: z.ZodType<WebApiReportGroup | undefined> = optional(z.lazy(() => members({ type: text(), group }))).meta({
  id: 'ReportLevel',
})

/** The members of a submitted report that select groups and endpoints of the topology. */
export const scopeMembers = {
  topology_schema: members({ group }),
  filter_tags: list(members({ name: text(), value: text(), context: text() })),
}
