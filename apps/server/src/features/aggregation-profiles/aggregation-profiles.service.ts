import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import {
  aggregationOperations,
  aggregationProfiles,
  byServiceName,
  endpointGroups,
} from '@quatrain/contract/resources/aggregation-profile.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { ownedWrites } from '#kit/owned/owned-writes.ts'
import { namedWords } from '#kit/recording/list-words.ts'
import type { Context } from '#request/context.ts'
import {
  aggregationProfileTable,
  type Content,
  findMetricProfileId,
  selectMetricProfileId,
} from './aggregation-profiles.repository.ts'
import { aggregationProfileStores } from './aggregation-profiles.stores.ts'

const writes = ownedWrites(aggregationProfileStores, {
  resource: aggregationProfiles,
  table: aggregationProfileTable,
  words: { groups: { ...namedWords('groups'), reordered: 'Changed the order of groups.' } },
  found: ({ metric_profile }) => selectMetricProfileId(metric_profile),
  assertValid,
  references: ({ metric_profile }) => [{ resource: metricProfiles, key: metric_profile }],
})

export const addAggregationProfile = async (ctx: Context, given: AddInput<typeof aggregationProfiles>) =>
  writes.add(ctx, await resolved(ctx, given))
export const changeAggregationProfile = async (ctx: Context, given: ChangeInput<typeof aggregationProfiles>) =>
  writes.change(ctx, await resolved(ctx, given))
export const deleteAggregationProfile = writes.remove
export const recoverAggregationProfile = writes.recover
export const aggregationProfileReconciliation = writes.reconciliation

/** With services in order, and the id of the metric profile. */
async function resolved<Given extends Omit<Content, 'metricProfileId'>>(ctx: Context, given: Given) {
  const groups = given.groups.map((group) => ({ ...group, services: group.services.toSorted(byServiceName) }))
  return { ...given, groups, metricProfileId: (await findMetricProfileId(ctx.db, given.metric_profile)) ?? '' }
}

function assertValid(input: Content, currentId: string | null, before?: Content): void {
  // Another id: the metric profile was deleted and added again after the id was read.
  const unknownProfile = currentId === null || currentId !== input.metricProfileId
  const fields = [
    ...(unknownProfile ? [['metric_profile', 'There is no metric profile with this name'] as const] : []),
    ...unknownChoices(input, before),
  ]
  if (fields.length > 0) throw invalidInput(fields)
}

/** Accepts unknown values that the profile already contains: another client of the Web API may have set them. */
function unknownChoices(input: Content, before?: Content): (readonly [path: string, message: string])[] {
  const operations = new Set([
    ...aggregationOperations,
    ...(before ? operationsOf(before).map(([, value]) => value) : []),
  ])
  const endpoints = new Set([...endpointGroups, before?.endpoint_group])
  return [
    ...operationsOf(input)
      .filter(([, operation]) => !operations.has(operation))
      .map(([path]) => [path, `Must be ${aggregationOperations.join(' or ')}`] as const),
    ...(endpoints.has(input.endpoint_group)
      ? []
      : [['endpoint_group', `Must be ${endpointGroups.join(' or ')}`] as const]),
  ]
}

const operationsOf = ({
  metric_operation,
  profile_operation,
  groups,
}: Content): (readonly [path: string, string])[] => [
  ['metric_operation', metric_operation],
  ['profile_operation', profile_operation],
  ...groups.flatMap(({ operation, services }, at) => [
    [`groups.${at}.operation`, operation] as const,
    ...services.map(({ operation }, row) => [`groups.${at}.services.${row}.operation`, operation] as const),
  ]),
]
