import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import type { FastifyInstance } from 'fastify'
import { registerRecovery } from '#kit/kinds/recoveries.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { thresholdsProfileTable } from './thresholds-profiles.repository.ts'
import {
  addThresholdsProfile,
  changeThresholdsProfile,
  deleteThresholdsProfile,
  recoverThresholdsProfile,
  thresholdsProfileReconciliation,
} from './thresholds-profiles.service.ts'

export async function thresholdsProfilesRoutes(app: FastifyInstance) {
  registerRecovery(app, thresholdsProfiles, recoverThresholdsProfile)
  serveResource(app, thresholdsProfiles, {
    list: ({ db }) => thresholdsProfileTable.findRows(db),
    get: ({ db }, name) => thresholdsProfileTable.find(db, { name }),
    add: addThresholdsProfile,
    change: changeThresholdsProfile,
    remove: deleteThresholdsProfile,
    reconciliation: thresholdsProfileReconciliation,
  })
}
