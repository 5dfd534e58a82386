import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import {
  type WebApiAggregationProfileInput,
  webApiAggregationProfile,
} from '@quatrain/contract/web-api/aggregation-profiles.ts'
import type { z } from 'zod'
import { type DatedKind, messagesAbout } from '#kit/dated-kind.ts'
import { list, members, text } from '#kit/json-body.ts'
import { problemsOfName } from '#kit/names.ts'

const body: z.ZodType<WebApiAggregationProfileInput> = members({
  name: text(),
  namespace: text(),
  endpoint_group: text(),
  metric_operation: text(),
  profile_operation: text(),
  metric_profile: members({ id: text(), name: text() }),
  groups: list(
    members({ name: text(), operation: text(), services: list(members({ name: text(), operation: text() })) }),
  ),
})

/** How results of metrics are aggregated to services, groups and sites. */
export const aggregationProfiles: DatedKind<WebApiAggregationProfileInput> = {
  path: 'aggregation_profiles',
  label: { one: 'an aggregation profile', many: 'aggregation profiles' },
  bodyLimit: 4 * megabyte,
  body,
  item: webApiAggregationProfile,
  // Operations come from any operations profile, and services need not be in the metric profile: both are not
  // validated.
  problemsOf: ({ name }) => problemsOfName(name),
  reference: {
    field: 'metric_profile',
    path: 'metric_profiles',
    referredIn: ({ metric_profile }) => metric_profile,
    missingSentence: 'Referenced metric profile ID is not found',
  },
  says: messagesAbout('Aggregation Profile', 'Aggregations Profile'),
}
