import { reports } from '@quatrain/contract/resources/report.ts'
import { reportNames, reportOptions, unmatchedReportNames } from '@quatrain/contract/resources/report-options.ts'
import { previewReportScope } from '@quatrain/contract/resources/report-scope.ts'
import type { FastifyInstance } from 'fastify'
import type { ReadingWebApi } from '#clients/web-api/web-api-for.ts'
import type { TopologyReads } from '#features/topology/topology.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { findReportNames, readLists, unmatchedIn } from './report-names.ts'
import { findReportOptions } from './report-options.ts'
import { previewScope } from './report-scope.reads.ts'
import { reportKind } from './reports.kind.ts'

interface Dependencies {
  readonly topology: TopologyReads
  readonly readingWebApi: ReadingWebApi
}

export async function reportsRoutes(app: FastifyInstance, dependencies: Dependencies) {
  serveResource(app, reports, reportKind)
  serve(app, previewReportScope, ({ tenant }, { body }) => previewScope(dependencies.readingWebApi(tenant), body))
  serve(app, reportOptions, (ctx) => findReportOptions(ctx, dependencies))
  serve(app, reportNames, async (ctx, { body }) => ({ names: await findReportNames(ctx, dependencies.topology, body) }))
  serve(app, unmatchedReportNames, async (ctx, { body }) =>
    unmatchedIn(await readLists(ctx, dependencies.topology), body),
  )
}
