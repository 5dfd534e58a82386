import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { type WebApiReportInput, webApiReport } from '@quatrain/contract/web-api/reports.ts'
import type { z } from 'zod'
import { flag, list, members, number, optional, storableText, text } from '#kit/json-body.ts'
import type { Serve } from '#kit/serve.ts'
import { serveItems } from '#kit/serve-items.ts'
import { scopeMembers } from './reports.reads.ts'
import { addReport, changeReport, deleteReport, findReport, findReports } from './reports.service.ts'

export const reportBody: z.ZodType<WebApiReportInput> = members({
  weight: optional(storableText()),
  disabled: flag(),
  info: members({ name: text(), description: text() }),
  computations: optional(members({ ar: flag(), status: flag(), trends: list(text()) })),
  thresholds: optional(
    members({ availability: number(), reliability: number(), uptime: number(), unknown: number(), downtime: number() }),
  ),
  ...scopeMembers,
  profiles: list(members({ id: text(), name: text(), type: text() })),
})

const changed = 'Report was successfully updated'

/** The reports that the results of a tenant are computed from. A report has no versions by day. */
export const serveReports = (serve: Serve) =>
  serveItems(serve, {
    path: 'reports',
    label: { one: 'a report', many: 'reports' },
    hasDays: false,
    hasNamesOfOthers: true,
    bodyLimit: 4 * megabyte,
    body: reportBody,
    item: webApiReport,
    says: {
      added: 'Successfully Created Report',
      changed,
      changedOnNewDay: changed,
      deleted: 'Report was successfully deleted',
    },
    findAll: findReports,
    find: findReport,
    add: addReport,
    change: changeReport,
    remove: deleteReport,
  })
