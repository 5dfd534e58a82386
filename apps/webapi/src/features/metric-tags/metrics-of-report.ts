import { webApiMetricProfile } from '@quatrain/contract/web-api/metric-profiles.ts'
import { reportNamed } from '#features/reports/reports.reads.ts'
import { datedStore } from '#kit/dated-store.ts'
import { datedTables } from '#kit/dated-tables.ts'
import type { Context } from '#kit/endpoint.ts'
import { flatNotFound } from '#kit/refusals.ts'
import { findTagged } from './metric-tags.repository.ts'

const metricProfiles = datedStore(datedTables.metric_profiles)

/**
 * The metrics of a report's metric profile on a day, each once and with its tags, in the order of the profile, as JSON.
 * Throws a refusal if there is no such report, or if it has no metric profile on that day.
 */
export async function metricsOfReport({ db }: Context, name: string, day: string): Promise<string> {
  const { profiles } = await reportNamed(db, name)
  const profile = profiles.find(({ type }) => type === 'metric')
  if (!profile) throw flatNotFound("Report doesn't contain a metric profile")
  const metricProfile = await metricProfiles.find(db, day, profile.id)
  if (!metricProfile) throw flatNotFound(`The metric profile of the report ${name} does not exist on ${day}`)
  const { services } = webApiMetricProfile.parse(JSON.parse(metricProfile.json))
  return findTagged(db, [...new Set(services.flatMap(({ metrics }) => metrics))])
}
