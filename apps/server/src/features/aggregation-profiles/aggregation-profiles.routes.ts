import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import type { FastifyInstance } from 'fastify'
import { registerRecovery } from '#kit/kinds/recoveries.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { aggregationProfileTable } from './aggregation-profiles.repository.ts'
import {
  addAggregationProfile,
  aggregationProfileReconciliation,
  changeAggregationProfile,
  deleteAggregationProfile,
  recoverAggregationProfile,
} from './aggregation-profiles.service.ts'

export async function aggregationProfilesRoutes(app: FastifyInstance) {
  registerRecovery(app, aggregationProfiles, recoverAggregationProfile)
  serveResource(app, aggregationProfiles, {
    list: ({ db }) => aggregationProfileTable.findRows(db),
    get: ({ db }, name) => aggregationProfileTable.find(db, { name }),
    add: addAggregationProfile,
    change: changeAggregationProfile,
    remove: deleteAggregationProfile,
    reconciliation: aggregationProfileReconciliation,
  })
}
