import { reports } from '@quatrain/contract/resources/report.ts'
import { reportNames, reportOptions, unmatchedReportNames } from '@quatrain/contract/resources/report-options.ts'
import { previewReportScope } from '@quatrain/contract/resources/report-scope.ts'
import type { FastifyInstance } from 'fastify'
import type { TopologyReads } from '#features/topology/topology.reads.ts'
import type { ReadingWebApi } from '#gateways/web-api/web-api-for.ts'
import { serve } from '#kit/http/serve.ts'
import { registerRecovery } from '#kit/kinds/recoveries.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { findReportNames, findUnmatched } from './report-names.ts'
import { findReportOptions } from './report-options.ts'
import { previewScope } from './report-scope.ts'
import { reportTable } from './reports.repository.ts'
import { addReport, changeReport, deleteReport, recoverReport, reportReconciliation } from './reports.service.ts'

interface Dependencies {
  readonly topology: TopologyReads
  readonly readingWebApi: ReadingWebApi
}

export async function reportsRoutes(app: FastifyInstance, dependencies: Dependencies) {
  registerRecovery(app, reports, recoverReport)
  serveResource(app, reports, {
    list: ({ db }) => reportTable.findRows(db),
    get: ({ db }, name) => reportTable.find(db, { name }),
    add: addReport,
    change: changeReport,
    remove: deleteReport,
    reconciliation: reportReconciliation,
  })
  serve(app, previewReportScope, ({ tenant }, { body }) => previewScope(dependencies.readingWebApi(tenant), body))
  serve(app, reportOptions, (ctx) => findReportOptions(ctx, dependencies))
  serve(app, reportNames, async (ctx, { body }) => ({ names: await findReportNames(ctx, dependencies.topology, body) }))
  serve(app, unmatchedReportNames, (ctx, { body }) => findUnmatched(ctx, dependencies.topology, body))
}
