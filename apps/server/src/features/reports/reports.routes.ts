import { reports } from '@quatrain/contract/resources/report.ts'
import type { FastifyInstance } from 'fastify'
import { registerRecovery } from '#kit/kinds/recoveries.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { serveReconciliation } from '#kit/two-stores/serve-reconciliation.ts'
import { reportTable } from './reports.repository.ts'
import { addReport, changeReport, deleteReport, recoverReport, reportReconciliation } from './reports.service.ts'

export async function reportsRoutes(app: FastifyInstance) {
  registerRecovery(app, reports, recoverReport)
  serveReconciliation(app, reports, reportReconciliation)
  serveResource(app, reports, {
    list: ({ db }) => reportTable.findRows(db),
    get: ({ db }, name) => reportTable.find(db, { name }),
    add: addReport,
    change: changeReport,
    remove: deleteReport,
  })
}
