import type { WebApiAggregationProfile } from '@quatrain/contract/web-api/aggregation-profiles.ts'
import type { WebApiMetricProfile } from '@quatrain/contract/web-api/metric-profiles.ts'
import type { WebApiReport } from '@quatrain/contract/web-api/reports.ts'
import type { WebApiThresholdsProfile } from '@quatrain/contract/web-api/thresholds-profiles.ts'
import { webApiOf } from '#gateways/web-api/web-api.ts'
import { textOf } from './decode.ts'
import type { SourceSchema } from './source.ts'

/** What the Web API has of a tenant. */
export interface Remote {
  readonly metricProfile: readonly WebApiMetricProfile[]
  readonly aggregation: readonly WebApiAggregationProfile[]
  readonly thresholdsProfile: readonly WebApiThresholdsProfile[]
  readonly report: readonly WebApiReport[]
}

/** Milliseconds for one list of the Web API. */
const timeout = 60_000

/** Reads the profiles and reports of a tenant with the tenant's key for the Web API. */
export async function readRemote(url: string, shared: SourceSchema, tenant: string): Promise<Remote | undefined> {
  const names = [`WEB-API-${tenant}`, `WEB-API-${tenant.toUpperCase()}`]
  const key = shared.rowsOf('webApiKey').find(({ fields }) => {
    return names.includes(textOf(fields.name)) && fields.revoked !== true
  })
  if (!key) return undefined
  const webApi = webApiOf(async () => ({ url, timeout, key: textOf(key.fields.token) }))
  const [metricProfile, aggregation, thresholdsProfile, report] = await Promise.all([
    webApi.metricProfiles.list(),
    webApi.aggregationProfiles.list(),
    webApi.thresholdsProfiles.list(),
    webApi.reports.list(),
  ])
  return { metricProfile, aggregation, thresholdsProfile, report }
}
