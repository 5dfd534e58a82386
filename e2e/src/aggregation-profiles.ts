import { type AggregationProfile, aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { addObject } from './added-objects.ts'
import { aMetricProfile, aName, usualPairs } from './metric-profiles.ts'
import { originOf } from './visits.ts'

export const aggregationList = '/ui/aggregationprofiles'

export const aggregationPath = (name: string): string => `${aggregationList}/${encodeURIComponent(name)}`

/** Adds an aggregation profile of NORDIC for one test, as an administrator, with a metric profile of its own. */
export async function anAggregationProfile(given: Partial<AggregationProfile> = {}): Promise<string> {
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
  return addObject(originOf('nordic'), aggregationProfiles, body)
}
