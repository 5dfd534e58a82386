import { reports } from '@quatrain/contract/resources/report.ts'
import type { FastifyInstance } from 'fastify'
import { registerRecovery } from '#kit/kinds/recoveries.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { reportTable } from './reports.repository.ts'
import { addReport, changeReport, deleteReport, recoverReport } from './reports.service.ts'

export async function reportsRoutes(app: FastifyInstance) {
  registerRecovery(app, reports, recoverReport)
  serveResource(app, reports, {
    list: ({ db }) => reportTable.findRows(db),
    get: ({ db }, name) => reportTable.find(db, { name }),
    add: addReport,
    change: changeReport,
    remove: deleteReport,
  })
}
