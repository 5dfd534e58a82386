import { home, recentHours } from '@quatrain/contract/home.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import type { FastifyInstance } from 'fastify'
import { metricProfileCount } from '#features/metric-profiles/metric-profiles.reads.ts'
import { metricCounts } from '#features/metrics/metrics.reads.ts'
import { recentChanges } from '#kit/recent-changes.ts'
import { serve } from '#kit/serve.ts'

/** What everybody in the tenant may read anyway; who was given which rights is not among it. */
const kinds = [metricProfiles.kind, 'metric']
const mostChanges = 50

export async function homeRoutes(app: FastifyInstance) {
  serve(app, home, async (ctx) => {
    const since = new Date(ctx.now().getTime() - recentHours * 3_600_000)
    const [changes, metrics, profiles] = await Promise.all([
      recentChanges(ctx, { kinds, since, most: mostChanges }),
      metricCounts(ctx),
      metricProfileCount(ctx),
    ])
    return { changes, metrics, metricProfiles: profiles }
  })
}
