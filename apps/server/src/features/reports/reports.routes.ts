import { reports } from '@quatrain/contract/resources/report.ts'
import { previewReportScope } from '@quatrain/contract/resources/report-scope.ts'
import type { FastifyInstance } from 'fastify'
import type { ReadingWebApi } from '#gateways/web-api/web-api-for.ts'
import { serve } from '#kit/http/serve.ts'
import { registerRecovery } from '#kit/kinds/recoveries.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { serveReconciliation } from '#kit/two-stores/serve-reconciliation.ts'
import { previewScope } from './report-scope.ts'
import { reportTable } from './reports.repository.ts'
import { addReport, changeReport, deleteReport, recoverReport, reportReconciliation } from './reports.service.ts'

export async function reportsRoutes(app: FastifyInstance, { readingWebApi }: { readingWebApi: ReadingWebApi }) {
  registerRecovery(app, reports, recoverReport)
  serveReconciliation(app, reports, reportReconciliation)
  serveResource(app, reports, {
    list: ({ db }) => reportTable.findRows(db),
    get: ({ db }, name) => reportTable.find(db, { name }),
    add: addReport,
    change: changeReport,
    remove: deleteReport,
  })
  serve(app, previewReportScope, ({ tenant }, { body }) => previewScope(readingWebApi(tenant), body))
}
