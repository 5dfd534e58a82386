import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { webApiMetricTags } from '@quatrain/contract/web-api/metric-tags.ts'
import { requestedDay } from '#kit/days.ts'
import { dataBody } from '#kit/envelopes.ts'
import { readBody, storable } from '#kit/json-body.ts'
import type { AdministratorContext, Operation } from '#kit/operation.ts'
import { invalidContent } from '#kit/refusals.ts'
import type { Serve } from '#kit/serve.ts'
import { metricTagsBody } from './metric-tag-body.ts'
import { problemsOfMetricTags } from './metric-tag-rules.ts'
import * as repository from './metric-tags.repository.ts'
import { metricsOfReport } from './metrics-of-report.ts'

const answer = dataEnvelope(webApiMetricTags)

/** Every key may read the tags, which all tenants share; administrators write them. */
export function serveMetricTags(serve: Serve, serveAdministrators: Serve<AdministratorContext>) {
  const read: Operation<AdministratorContext> = {
    summary: 'List the tags of all metrics',
    right: 'read',
    answer,
    handle: async ({ db }) => ({ body: dataBody(await repository.findAll(db)) }),
  }

  serve('/metrics', { GET: read })

  serve('/metrics/by_report/:name', {
    GET: {
      summary: 'List the tags of the metrics of a report',
      right: 'read',
      reads: { query: ['date'] },
      answer,
      async handle(ctx, { params, query }) {
        const name = storable(params.name ?? '')
        return { body: dataBody(await metricsOfReport(ctx, name, requestedDay(query.date, ctx.now))) }
      },
    },
  })

  serveAdministrators('/admin/metrics', {
    GET: read,
    PUT: {
      summary: 'Replace the tags of all metrics',
      right: 'write',
      body: metricTagsBody,
      bodyLimit: 4 * megabyte,
      answer,
      async handle({ db }, asked) {
        const metrics = readBody(asked.body, metricTagsBody)
        const problems = problemsOfMetricTags(metrics)
        if (problems.length > 0) throw invalidContent(problems)
        const written = JSON.stringify(metrics)
        await db.transaction().execute(async (db) => {
          await repository.lockMetricTags(db)
          await repository.replaceAll(db, written)
        })
        // Spelled as clients expect it.
        return { body: dataBody(written.slice(1, -1), 'Metrics resource succesfully updated') }
      },
    },
  })
}
