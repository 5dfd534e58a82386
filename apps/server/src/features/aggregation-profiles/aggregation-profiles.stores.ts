import { aggregationProfiles, byServiceName } from '@quatrain/contract/resources/aggregation-profile.ts'
import {
  type WebApiAggregationProfile,
  type WebApiAggregationProfileInput,
  webApiAggregationProfile,
} from '@quatrain/contract/web-api/aggregation-profiles.ts'
import type { CollectionAdapter } from '#kit/two-stores/adapter.ts'
import { associations } from '#kit/two-stores/associations.ts'
import { aggregationProfileTable, type Content, type StoredProfile } from './aggregation-profiles.repository.ts'

/** Aggregation profiles in the Web API and in the console's database. */
export const aggregationProfileStores: CollectionAdapter<
  Content,
  StoredProfile,
  WebApiAggregationProfile,
  WebApiAggregationProfileInput
> = {
  resource: aggregationProfiles,
  remote: (webApi) => webApi.aggregationProfiles,
  item: webApiAggregationProfile,
  identities: { groups: ['name'], services: ['name'] },
  toRemote: (
    { name, endpoint_group, metric_operation, profile_operation, metric_profile, metricProfileId, groups },
    { tenant, current },
  ) => ({
    name,
    namespace: current?.namespace ?? tenant.name,
    endpoint_group,
    metric_operation,
    profile_operation,
    metric_profile: { id: metricProfileId, name: metric_profile },
    groups,
  }),
  // The Web API sets the name of the metric profile; the order of services has no meaning.
  comparable: ({ metric_profile: { id }, groups, ...fields }) => ({
    ...fields,
    metric_profile: id.toLowerCase(),
    groups: groups.map((group) => ({ ...group, services: group.services.toSorted(byServiceName) })),
  }),
  find: aggregationProfileTable.findIfThere,
  findAll: aggregationProfileTable.findAll,
  dependents: async ({ profileUsers }, id) =>
    associations(aggregationProfiles.label, { type: 'aggregation', id }, { 'report(s)': await profileUsers.reports() }),
}
