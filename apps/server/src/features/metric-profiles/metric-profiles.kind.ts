import type { AddInput } from '@quatrain/contract/kit/resource.ts'
import { byServiceAndMetric, type MetricInstance, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { type WebApiMetricProfileInput, webApiMetricProfile } from '@quatrain/contract/web-api/metric-profiles.ts'
import { inUse, invalidInput } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { aggregationProfilesUsing } from '#features/aggregation-profiles/aggregation-profiles.reads.ts'
import { isOffered } from '#features/metric-templates/metric-templates.reads.ts'
import { syncMetrics } from '#features/metrics/metrics.effects.ts'
import { lackingAmong } from '#features/metrics/metrics.reads.ts'
import { checkWith, defineOwnedKind } from '#kit/owned/owned-kind.ts'
import type { Owned, OwnedObject } from '#kit/owned/owned-table.ts'
import { sentenceForEach } from '#kit/recording/list-words.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { associatedWith, associations } from '#kit/two-stores/associations.ts'
import { remoteObjects } from '#kit/two-stores/remote-objects.ts'
import { serviceNotices } from './service-notices.reads.ts'

/** The fields of a profile besides name, group and description. */
interface Pairs {
  readonly services: MetricInstance[]
}
type Content = Owned<Pairs>

const selectPairs = sql`
  from metric_profile_instances as pair where pair.tenant_id = object.tenant_id and pair.profile_id = object.id`

/** Metric profiles: in the console's database, in the Web API, and the rules of their writes. */
export const metricProfileKind = defineOwnedKind({
  resource: metricProfiles,
  table: {
    table: 'metric_profiles',
    content: sql<Pairs>`json_build_object('services', (
    select coalesce(json_agg(json_build_object('service', pair.service, 'metric', pair.metric)), '[]') ${selectPairs}))`,
    listed: sql`, (select count(*)::integer ${selectPairs}) as pairs`,
    // The pairs have a table of their own.
    rows: ({ services }) => sql`, submitted as (
      select service, metric
      from json_to_recordset(${JSON.stringify(services)}::json) as pair (service text, metric text)
    ), removed as (
      delete from metric_profile_instances as pair using written
      where pair.tenant_id = current_tenant() and pair.profile_id = written.id
        and (pair.service, pair.metric) not in (select service, metric from submitted)
    ), added as (
      insert into metric_profile_instances (profile_id, service, metric)
      select written.id, submitted.service, submitted.metric from written, submitted
      on conflict do nothing
    )`,
    ordered: sorted,
  },
  remote: remoteObjects('metricProfiles', {
    label: metricProfiles.label,
    item: webApiMetricProfile,
    identities: { services: ['service'] },
    toRemote: ({ name, description = '', services }: Content) => ({
      name,
      description,
      services: metricsByService(services),
    }),
    fromRemote: async (_, { name, description, services }, { groupname }) => ({
      name,
      groupname,
      description,
      services: pairsOf(services),
    }),
    // The order has no meaning, and a service may occur twice.
    comparable: ({ services, ...fields }) => ({ ...fields, services: metricsByService(pairsOf(services)) }),
    // Clients of the Web API can have added aggregation profiles and reports that the console does not know.
    async dependents({ profileUsers }, id) {
      const [aggregations, reports] = await Promise.all([profileUsers.aggregationProfiles(), profileUsers.reports()])
      const users = { 'aggregation profile(s)': aggregations, 'report(s)': reports }
      return associations(metricProfiles.label, { type: 'metric', id }, users)
    },
  }),
  rules: {
    complete: (_, input: AddInput<typeof metricProfiles>) => sorted(input),
    documentOf: metricProfiles.toDocument,
    words: {
      metricinstances: {
        sentences: sentenceForEach(
          (verb, pair) => `${verb} service-metric instance tuple (${pair.join(', ')}).`,
          (verb, count) => `${verb} ${count} more service-metric instance tuples.`,
        ),
      },
    },
    // A profile names metric templates, and imports their metrics.
    waits: { awaitsRollOuts: true },
    check: checkWith((input: Content) => factsAbout(metricsOf(input)), assertKnown),
    // The Web API has been asked for dependents; these were saved since.
    async assertRemovable(ctx, { name }) {
      const names = await aggregationProfilesUsing(ctx, name)
      if (names.length > 0) throw inUse(associatedWith(metricProfiles.label.one, 'aggregation profile(s)', names))
    },
    async updateOthers(ctx, { before, after, facts }: MetricProfileWrite) {
      // Nothing was recorded since the facts were read: what the tenant had then needs no import.
      const contained = facts?.lacking ?? metricsOf(after)
      const synced = await syncMetrics(ctx, { contained, dropped: droppedMetrics(before, after) })
      // What only informs belongs to the preview. A new profile is not used, and a used one is not deleted.
      if (!ctx.write.dryRun || ctx.write.withoutWarnings || !before || !after) return synced
      const notices = await serviceNotices(ctx, after.name, {
        added: servicesOnlyIn(after, before),
        removed: servicesOnlyIn(before, after),
      })
      return { ...synced, notices: { ...synced.notices, ...notices } }
    },
  },
})

export const metricProfilesRoutes = async (app: FastifyInstance) =>
  serveResource(app, metricProfiles, metricProfileKind)

/** Groups pairs by service, in the given order. */
function metricsByService(pairs: Content['services']): WebApiMetricProfileInput['services'] {
  const byService = Map.groupBy(pairs, ({ service }) => service)
  return [...byService].map(([service, pairs]) => ({ service, metrics: pairs.map(({ metric }) => metric) }))
}

/** The pairs in their order, without repetitions. */
function pairsOf(services: WebApiMetricProfileInput['services']): Content['services'] {
  const pairs = services.flatMap(({ service, metrics }) => metrics.map((metric) => ({ service, metric })))
  return sorted({ services: pairs }).services.filter(
    (pair, index, pairs) => index === 0 || byServiceAndMetric(pairs[index - 1] ?? pair, pair) !== 0,
  )
}

function sorted<Input extends Pairs>(input: Input): Input {
  return { ...input, services: input.services.toSorted(byServiceAndMetric) }
}

/** What a write needs to know of the metrics in a profile. */
interface Facts {
  /** The names that no metric template has. */
  readonly unknown: readonly string[]
  /** The names that no metric of the tenant has. */
  readonly lacking: readonly string[]
}

interface MetricProfileWrite {
  readonly before?: OwnedObject<Pairs>
  readonly after?: OwnedObject<Pairs>
  readonly facts?: Facts | undefined
}

const factsAbout = (metrics: readonly string[]) =>
  sql<Facts>`json_build_object('unknown', ${unknownAmong(metrics)}, 'lacking', ${lackingAmong(metrics)})`

/**
 * Selects those names that no metric template has, as the tenant sees the templates. The names are repeated for the index:
 * what the tenant sees has two parts, and PostgreSQL would read the catalogue to join them.
 */
export function unknownAmong(metrics: readonly string[]) {
  return sql<string[]>`
  (select coalesce(json_agg(submitted.name), '[]') from unnest(${[...metrics]}::text[]) as submitted (name)
   where submitted.name not in (
     select version.name from metric_templates as template
     join versions_with_content as version on version.id = template.current_version_id
     where version.name = any(${[...metrics]}::text[]) and ${isOffered(sql`template.id`)}))`
}

/** Accepts unknown metrics that the profile already contains: their templates may have been deleted. */
function assertKnown({ services }: Pairs, { unknown }: Facts, stored?: Pairs): void {
  const tolerated = new Set(stored?.services.map(({ metric }) => metric))
  const refused = new Set(unknown.filter((metric) => !tolerated.has(metric)))
  const fields = services.flatMap(({ metric }, row) =>
    refused.has(metric) ? [[`services.${row}.metric`, 'Must be one of predefined metrics']] : [],
  )
  if (fields.length > 0) throw invalidInput(Object.fromEntries(fields))
}

function servicesOnlyIn(profile: Pairs, otherProfile: Pairs): string[] {
  const otherServices = new Set(otherProfile.services.map(({ service }) => service))
  return [...new Set(profile.services.map(({ service }) => service))].filter((service) => !otherServices.has(service))
}

function metricsOf(profile?: Pairs): string[] {
  return [...new Set(profile?.services.map(({ metric }) => metric))]
}

function droppedMetrics(before?: Pairs, after?: Pairs): string[] {
  const remainingMetrics = new Set(metricsOf(after))
  return metricsOf(before).filter((metric) => !remainingMetrics.has(metric))
}
