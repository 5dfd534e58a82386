import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import type { FastifyInstance } from 'fastify'
import { registerRecovery } from '#kit/kinds/recoveries.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { metricProfileTable } from './metric-profiles.repository.ts'
import {
  addMetricProfile,
  changeMetricProfile,
  deleteMetricProfile,
  metricProfileReconciliation,
  recoverMetricProfile,
} from './metric-profiles.service.ts'

export async function metricProfilesRoutes(app: FastifyInstance) {
  registerRecovery(app, metricProfiles, recoverMetricProfile)
  serveResource(app, metricProfiles, {
    list: ({ db }) => metricProfileTable.findRows(db),
    get: ({ db }, name) => metricProfileTable.find(db, { name }),
    add: addMetricProfile,
    change: changeMetricProfile,
    remove: deleteMetricProfile,
    reconciliation: metricProfileReconciliation,
  })
}
