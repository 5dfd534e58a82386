import { aggregationProfiles, byServiceName } from '@quatrain/contract/resources/aggregation-profile.ts'
import {
  type WebApiAggregationProfile,
  type WebApiAggregationProfileInput,
  webApiAggregationProfile,
} from '@quatrain/contract/web-api/aggregation-profiles.ts'
import type { OwnedAdapter } from '#kit/owned/owned-parts.ts'
import { associations } from '#kit/two-stores/associations.ts'
import { aggregationProfileTable, type Content, findMetricProfileName } from './aggregation-profiles.repository.ts'

/** Aggregation profiles in the Web API and in the console's database. */
export const aggregationProfileStores: OwnedAdapter<Content, WebApiAggregationProfile, WebApiAggregationProfileInput> =
  {
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
    // The Web API may know the metric profile by another name.
    fromRemote: async (db, { metric_profile: { id, name: itsName }, groups, ...item }, own) => ({
      ...own,
      name: item.name,
      endpoint_group: item.endpoint_group,
      metric_operation: item.metric_operation,
      profile_operation: item.profile_operation,
      metric_profile: (await findMetricProfileName(db, id)) ?? itsName,
      metricProfileId: id.toLowerCase(),
      groups: groups.map(({ name, operation, services }) => ({
        name,
        operation,
        services: services.map(({ name, operation }) => ({ name, operation })).toSorted(byServiceName),
      })),
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
      associations(
        aggregationProfiles.label,
        { type: 'aggregation', id },
        { 'report(s)': await profileUsers.reports() },
      ),
  }
