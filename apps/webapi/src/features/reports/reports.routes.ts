import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { webApiReport } from '@quatrain/contract/web-api/reports.ts'
import type { Serve } from '#kit/serve.ts'
import { serveItems } from '#kit/serve-items.ts'
import { reportBody } from './report-body.ts'
import { addReport, changeReport, deleteReport, findReport, findReports } from './reports.service.ts'

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
