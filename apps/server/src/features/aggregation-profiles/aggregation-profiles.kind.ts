import type { AddInput } from '@quatrain/contract/kit/resource.ts'
import {
  aggregationOperations,
  aggregationProfiles,
  byServiceName,
  endpointGroups,
} from '@quatrain/contract/resources/aggregation-profile.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { webApiAggregationProfile } from '@quatrain/contract/web-api/aggregation-profiles.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { checkWith, defineOwnedKind } from '#kit/owned/owned-kind.ts'
import type { Owned, OwnedInput } from '#kit/owned/owned-table.ts'
import { namedWords } from '#kit/recording/list-words.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { associations } from '#kit/two-stores/associations.ts'
import { remoteObjects } from '#kit/two-stores/remote-objects.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

type Input = AddInput<typeof aggregationProfiles>

/**
 * The fields that the kind adds, with the id of its metric profile, by which the Web API refers to it; the id is empty if there is no such
 * profile.
 */
type Own = Omit<Input, 'apiid' | keyof OwnedInput> & { readonly metricProfileId: string }
type Content = Owned<Own>

/** Aggregation profiles: in the console's database, in the Web API, and the rules of their writes. */
export const aggregationProfileKind = defineOwnedKind({
  resource: aggregationProfiles,
  table: {
    table: 'aggregation_profiles',
    content: sql<Own>`object.content || jsonb_build_object('metric_profile', object.metric_profile, 'metricProfileId', (
    select apiid from metric_profiles as used where used.tenant_id = object.tenant_id and used.name = object.metric_profile))`,
    listed: sql`, object.metric_profile`,
    columns: ({ endpoint_group, metric_operation, profile_operation, metric_profile, groups }) => ({
      metric_profile: sql`${metric_profile}`,
      content: sql`${JSON.stringify({ endpoint_group, metric_operation, profile_operation, groups })}::jsonb`,
      // The names are stored without repetitions: the home page reads them, and the document takes too long.
      service_names: sql`${[...new Set(groups.flatMap(({ services }) => services.map(({ name }) => name)))]}::text[]`,
    }),
  },
  remote: remoteObjects('aggregationProfiles', {
    label: aggregationProfiles.label,
    item: webApiAggregationProfile,
    identities: { groups: ['name'], services: ['name'] },
    toRemote: (
      { name, endpoint_group, metric_operation, profile_operation, metric_profile, metricProfileId, groups }: Content,
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
    dependents: async ({ profileUsers }, id) =>
      associations(
        aggregationProfiles.label,
        { type: 'aggregation', id },
        { 'report(s)': await profileUsers.reports() },
      ),
  }),
  rules: {
    complete(_, profile: Input) {
      const groups = profile.groups.map((group) => ({ ...group, services: group.services.toSorted(byServiceName) }))
      return { ...profile, groups, metricProfileId: '' }
    },
    words: { groups: { ...namedWords('groups'), reordered: 'Changed the order of groups.' } },
    check: checkWith(
      ({ metric_profile }: Content) =>
        sql<string | null>`(select apiid::text from metric_profiles where name = ${metric_profile})`,
      assertValid,
      (profile, currentId) => ({ ...profile, metricProfileId: profile.metricProfileId || (currentId ?? '') }),
    ),
    references: ({ metric_profile }) => [{ resource: metricProfiles, key: metric_profile }],
  },
})

export const aggregationProfilesRoutes = async (app: FastifyInstance) =>
  serveResource(app, aggregationProfiles, aggregationProfileKind)

/** The Web API's id of the metric profile with this name, if there is one. */
export async function findMetricProfileId(db: Db, name: string): Promise<string | undefined> {
  const query = db.selectFrom('metric_profiles').select('apiid').where('name', '=', name)
  return (await query.executeTakeFirst())?.apiid
}

/** The name of the metric profile with this id of the Web API, if there is one. */
async function findMetricProfileName(db: Db, apiid: string): Promise<string | undefined> {
  const query = db.selectFrom('metric_profiles').select('name').where(sql`apiid::text`, '=', apiid.toLowerCase())
  return (await query.executeTakeFirst())?.name
}

function assertValid(input: Content, currentId: string | null, stored?: Content): void {
  // The id differs if the metric profile was deleted and added again after the id was read.
  const unknownProfile = currentId === null || currentId !== input.metricProfileId
  const fields = [
    ...(unknownProfile ? [['metric_profile', 'There is no metric profile with this name'] as const] : []),
    ...unknownChoices(input, stored),
  ]
  if (fields.length > 0) throw invalidInput(fields)
}

/** Accepts unknown values that the profile already contains: another client of the Web API may have set them. */
function unknownChoices(input: Content, stored?: Content): (readonly [path: string, message: string])[] {
  const operations = new Set([
    ...aggregationOperations,
    ...(stored ? operationsOf(stored).map(([, value]) => value) : []),
  ])
  const endpoints = new Set([...endpointGroups, stored?.endpoint_group])
  return [
    ...operationsOf(input)
      .filter(([, operation]) => !operations.has(operation))
      .map(([path]) => [path, `Must be ${aggregationOperations.join(' or ')}`] as const),
    ...(endpoints.has(input.endpoint_group)
      ? []
      : [['endpoint_group', `Must be ${endpointGroups.join(' or ')}`] as const]),
  ]
}

function operationsOf({ metric_operation, profile_operation, groups }: Content): (readonly [path: string, string])[] {
  return [
    ['metric_operation', metric_operation],
    ['profile_operation', profile_operation],
    ...groups.flatMap(({ operation, services }, groupIndex) => [
      [`groups.${groupIndex}.operation`, operation] as const,
      ...services.map(({ operation }, row) => [`groups.${groupIndex}.services.${row}.operation`, operation] as const),
    ]),
  ]
}
