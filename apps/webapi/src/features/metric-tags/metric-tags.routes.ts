import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { webApiMetricProfile } from '@quatrain/contract/web-api/metric-profiles.ts'
import { type WebApiMetricTags, webApiMetricTags } from '@quatrain/contract/web-api/metric-tags.ts'
import type { z } from 'zod'
import { reportNamed } from '#features/reports/reports.reads.ts'
import { datedStore } from '#kit/dated-store.ts'
import { datedTables } from '#kit/dated-tables.ts'
import type { AdministratorContext, Context } from '#kit/endpoint.ts'
import { dataBody } from '#kit/envelopes.ts'
import { list, members, text } from '#kit/json-body.ts'
import { problemsOfName } from '#kit/names.ts'
import { queryOf } from '#kit/parameters.ts'
import { assertNone, flatNotFound } from '#kit/refusals.ts'
import type { Serve } from '#kit/serve.ts'
import * as repository from './metric-tags.repository.ts'
import { findTagged } from './metric-tags.repository.ts'

const answer = dataEnvelope(webApiMetricTags)
export const metricTagsBody: z.ZodType<WebApiMetricTags[]> = list(members({ name: text(), tags: list(text()) }))

/** Every key may read the tags, which all tenants share; administrators write them. */
export function serveMetricTags(serve: Serve) {
  const read = { method: 'GET', summary: 'List the tags of all metrics', answer } as const
  const findAll = async ({ db }: AdministratorContext) => ({ body: dataBody(await repository.findAll(db)) })
  serve({ ...read, path: '/metrics', caller: 'reader' }, findAll)

  serve(
    {
      method: 'GET',
      path: '/metrics/by_report/:name',
      caller: 'reader',
      query: queryOf('date'),
      answer,
      summary: 'List the tags of the metrics of a report',
    },
    async (ctx, { params: { name = '' }, day }) => ({ body: dataBody(await metricsOfReport(ctx, name, day)) }),
  )

  serve({ ...read, path: '/admin/metrics', caller: 'administrator' }, findAll)
  serve(
    {
      method: 'PUT',
      path: '/admin/metrics',
      caller: 'administrator',
      summary: 'Replace the tags of all metrics',
      body: metricTagsBody,
      bodyLimit: 4 * megabyte,
      answer,
    },
    async ({ db }, { body: metrics }) => {
      assertNone(problemsOfMetricTags(metrics))
      const written = JSON.stringify(metrics)
      await db.transaction().execute(async (db) => {
        await repository.lockMetricTags(db)
        await repository.replaceAll(db, written)
      })
      // Spelled as clients expect it.
      return { body: dataBody(written.slice(1, -1), 'Metrics resource succesfully updated') }
    },
  )
}

/** All violations of the list: missing names, and names that repeat an earlier one. */
export function problemsOfMetricTags(metrics: readonly WebApiMetricTags[]): string[] {
  const names = new Set<string>()
  return metrics.flatMap(({ name }, index) => {
    const place = `metrics[${index}].`
    if (names.has(name)) return [`${place}name repeats the metric ${name}`]
    const problems = problemsOfName(name)
    if (problems.length === 0) names.add(name)
    return problems.map((problem) => place + problem)
  })
}

const metricProfiles = datedStore(datedTables.metric_profiles)

/**
 * The metrics of a report's metric profile on a day, each once and with its tags, in the order of the profile, as JSON.
 * Throws a refusal if there is no such report, or if it has no metric profile on that day.
 */
async function metricsOfReport({ db }: Context, name: string, day: string): Promise<string> {
  const { profiles } = await reportNamed(db, name)
  const profile = profiles.find(({ type }) => type === 'metric')
  if (!profile) throw flatNotFound("Report doesn't contain a metric profile")
  const metricProfile = await metricProfiles.find(db, day, profile.id)
  if (!metricProfile) throw flatNotFound(`The metric profile of the report ${name} does not exist on ${day}`)
  const { services } = webApiMetricProfile.parse(JSON.parse(metricProfile.json))
  return findTagged(db, [...new Set(services.flatMap(({ metrics }) => metrics))])
}
