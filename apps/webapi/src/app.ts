import type { Database } from '@quatrain/platform/database/database.ts'
import { compressAnswers } from '@quatrain/platform/http/compression.ts'
import { answerErrors } from '@quatrain/platform/http/errors.ts'
import type { MetricsAddress } from '@quatrain/platform/http/metrics.ts'
import { operations } from '@quatrain/platform/http/operations.ts'
import { createServer } from '@quatrain/platform/http/server.ts'
import type { FastifyInstance } from 'fastify'
import { aggregationProfiles } from '#features/aggregation-profiles/aggregation-profile.ts'
import { serveDowntimes } from '#features/downtimes/downtimes.routes.ts'
import { serveFeeds } from '#features/feeds/feeds.routes.ts'
import { metricProfiles } from '#features/metric-profiles/metric-profile.ts'
import { serveMetricTags } from '#features/metric-tags/metric-tags.routes.ts'
import { operationsProfiles } from '#features/operations-profiles/operations-profile.ts'
import { serveReports } from '#features/reports/reports.routes.ts'
import { serveServiceTypes } from '#features/service-types/service-types.routes.ts'
import { thresholdsProfiles } from '#features/thresholds-profiles/thresholds-profile.ts'
import { serveDerivedTopology } from '#features/topology/by-report.routes.ts'
import { serveScope } from '#features/topology/scope.routes.ts'
import { serveTopology } from '#features/topology/topology.routes.ts'
import { weights } from '#features/weights/weights.ts'
import { admitWith } from '#kit/admission.ts'
import { allowEveryOrigin, errorsInEnvelopes, readBodiesAsText } from '#kit/conventions.ts'
import { serveDatedKind } from '#kit/dated-kind.ts'
import { tagsSinceRestore } from '#kit/restores.ts'
import { basePath, serveAll } from '#kit/serve.ts'
import { describeWebApi } from './describe-api.ts'

export interface Dependencies {
  readonly database: Database
  readonly logger: Parameters<typeof createServer>[0]['logger']
  /** Whether pages of other hosts may send requests; off by default. */
  readonly cors?: boolean
  /** Metrics for Prometheus are collected only if they are served. */
  readonly metrics?: MetricsAddress | undefined
  /** Seconds the event loop may lag before requests are refused with 503; 0 without a limit. */
  readonly maxLag?: number
  readonly now?: () => Date
}

/** The whole Web API as a value. The database has to be migrated; the caller closes it. */
export async function buildWebApi(dependencies: Dependencies) {
  const { database, logger, cors = false, metrics, maxLag, now = () => new Date() } = dependencies
  const app: FastifyInstance = createServer({ logger, callers: 'services', errors: errorsInEnvelopes })
  await compressAnswers(app)
  readBodiesAsText(app)
  await operations(app, { ready: () => database.ping(), metrics, maxLag })
  await describeWebApi(app)
  await app.register(
    async (api) => {
      if (cors) allowEveryOrigin(api)
      // Unknown addresses below the prefix have CORS headers too.
      answerErrors(api, errorsInEnvelopes)
      await tagsSinceRestore(api, database)
      serveAll(api, admitWith({ database, now }), (serve) => {
        serveDatedKind(serve, metricProfiles)
        serveDatedKind(serve, aggregationProfiles)
        serveDatedKind(serve, thresholdsProfiles)
        serveDatedKind(serve, operationsProfiles)
        serveDatedKind(serve, weights)
        serveReports(serve)
        serveServiceTypes(serve)
        serveTopology(serve)
        serveDerivedTopology(serve)
        serveScope(serve)
        serveDowntimes(serve)
        serveFeeds(serve)
        serveMetricTags(serve)
      })
    },
    { prefix: basePath },
  )
  return app
}
