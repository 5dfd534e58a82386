import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import {
  type WebApiAggregationProfileInput,
  webApiAggregationProfile,
} from '@quatrain/contract/web-api/aggregation-profiles.ts'
import type { z } from 'zod'
import { type DatedKind, messagesAbout } from '#kit/dated-kind.ts'
import { list, members, text } from '#kit/json-body.ts'
import { problemsOfName } from '#kit/names.ts'
import { namesOf } from '#kit/references.ts'
import { unprocessable } from '#kit/refusals.ts'
import type { Db } from '#kit/tenancy.ts'

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

/** Clients refer to the metric profile by id; its name is that of the metric profile on the day of the version. */
async function withMetricProfile(db: Db, input: WebApiAggregationProfileInput, day: string) {
  const { id } = input.metric_profile
  const { names } = await namesOf(db, [{ path: 'metric_profiles', id }], day)
  const name = (await names)('metric_profiles').get(id)
  if (name === undefined) throw unprocessable(['Referenced metric profile ID is not found'])
  return { ...input, metric_profile: { name, id } }
}

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
  resolved: withMetricProfile,
  referred: ({ metric_profile }) => [{ path: 'metric_profiles', ...metric_profile }],
  reference: { field: 'metric_profile', path: 'metric_profiles' },
  says: messagesAbout('Aggregation Profile', 'Aggregations Profile'),
}
