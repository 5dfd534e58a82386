import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type AggregationProfile, aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { aMetricProfile, aName, usualPairs } from './metric-profiles.ts'
import { sendRequest } from './send-request.ts'
import { sharedSession } from './session.ts'
import { originOf } from './visits.ts'

const api = resourceEndpoints(aggregationProfiles)

export const aggregationList = '/ui/aggregationprofiles'

export const aggregationPath = (name: string): string => `${aggregationList}/${encodeURIComponent(name)}`

/** Adds an aggregation profile of NORDIC for one test, as an administrator, with a metric profile of its own. */
export async function anAggregationProfile(given: Partial<AggregationProfile> = {}): Promise<string> {
  const origin = originOf('nordic')
  const metric_profile =
    given.metric_profile ??
    (await aMetricProfile({ services: [...usualPairs, { service: 'XRootD', metric: 'generic.tcp.connect-xrootd' }] }))
  const body = {
    name: aName(),
    groupname: 'NORDIC',
    endpoint_group: 'sites',
    metric_operation: 'AND',
    profile_operation: 'AND',
    groups: [
      { name: 'compute', operation: 'OR', services: [{ name: 'ARC-CE', operation: 'OR' }] },
      {
        name: 'storage',
        operation: 'OR',
        services: [
          { name: 'gone.service', operation: 'AND' },
          { name: 'webdav', operation: 'OR' },
        ],
      },
    ],
    ...given,
    metric_profile,
  }
  const { headers } = await sharedSession(origin, 'admin')
  const { status, body: answer } = await sendRequest(origin, api.add.path, { method: api.add.method, headers, body })
  if (status >= 400) throw new Error(`${body.name} could not be added: ${JSON.stringify(answer)}`)
  return body.name
}
