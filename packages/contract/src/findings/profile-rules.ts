import type { Data } from '../compare/field.ts'
import { requiredStates } from '../reports/readiness.ts'
import type { Estate } from './estate.ts'
import { defineRule, type FindingRule, shortList, withoutEntries } from './rule.ts'

type Aggregation = Estate['aggregationprofile'][number]

const servicesOf = ({ groups }: Aggregation): string[] =>
  groups.flatMap(({ services }) => services.map(({ name }) => name))

const missingFrom = (names: Iterable<string>, knownNames: ReadonlySet<string>): string[] =>
  [...new Set(names)].filter((name) => !knownNames.has(name))

/** Each aggregation profile with its metric profile, if it exists. */
function* withMetricProfile({
  aggregationprofile,
  metricprofile,
}: Pick<Estate, 'aggregationprofile' | 'metricprofile'>) {
  const profiles = new Map(metricprofile.map((profile) => [profile.name, profile]))
  for (const aggregation of aggregationprofile) {
    const profile = profiles.get(aggregation.metric_profile)
    if (profile)
      yield { aggregation, profile, measured: new Set(profile.metricinstances.map(({ service }) => service)) }
  }
}

/** Without this service, and without groups that have no other one. */
const withoutService = (document: Data, service: string): Data => ({
  ...document,
  groups: (document.groups as unknown as Aggregation['groups']).flatMap((group) => {
    const services = group.services.filter(({ name }) => name !== service)
    return services.length === 0 ? [] : [{ ...group, services }]
  }),
})

const days = (count: number) => count * 86_400_000

export const profileRules: readonly FindingRule[] = [
  defineRule({
    id: 'profile/no-endpoint',
    kind: 'metricprofile',
    severity: 'hint',
    title: 'Service type without an endpoint in a metric profile',
    follows: 'Its metrics run nowhere.',
    advice: 'Remove the service type, or have its endpoints added to the topology.',
    needs: ['metricprofile', 'endpoints'],
    *find({ metricprofile, endpoints }) {
      const knownNames = new Set(endpoints.map(({ service }) => service))
      for (const { name, metricinstances } of metricprofile)
        for (const service of missingFrom(
          metricinstances.map((pair) => pair.service),
          knownNames,
        ))
          yield { name, about: service, field: 'metricinstances', says: `No endpoint has the service type ${service}.` }
    },
    fix: (document, about) => withoutEntries(document, 'metricinstances', ({ service }) => service === about),
  }),
  defineRule({
    id: 'service/not-monitored',
    kind: 'servicetype',
    severity: 'warning',
    title: 'Service type with endpoints and without metrics',
    follows: 'Its endpoints are not monitored.',
    advice: 'Add metrics for it to a metric profile.',
    needs: ['metricprofile', 'endpoints'],
    *find({ metricprofile, endpoints }) {
      const measured = new Set(
        metricprofile.flatMap(({ metricinstances }) => metricinstances.map((pair) => pair.service)),
      )
      const byService = Map.groupBy(endpoints, ({ service }) => service)
      for (const name of missingFrom(byService.keys(), measured)) {
        const count = byService.get(name)?.length ?? 0
        const having = count === 1 ? '1 endpoint has' : `${count} endpoints have`
        yield { name, says: `${having} it, and no metric profile has a metric for it.` }
      }
    },
  }),
  defineRule({
    id: 'aggregation/service-missing',
    kind: 'aggregationprofile',
    severity: 'warning',
    title: 'Service type of the metric profile that no group has',
    follows: 'Its results do not count for availability.',
    advice: 'Add it to a group, or remove it from the metric profile.',
    needs: ['aggregationprofile', 'metricprofile'],
    *find(estate) {
      for (const { aggregation, profile, measured } of withMetricProfile(estate)) {
        const knownNames = new Set(servicesOf(aggregation))
        for (const service of missingFrom(measured, knownNames))
          yield {
            name: aggregation.name,
            about: service,
            field: 'groups',
            says: `${profile.name} has metrics for ${service}, and no group has it.`,
          }
      }
    },
  }),
  defineRule({
    id: 'aggregation/service-unmeasured',
    kind: 'aggregationprofile',
    severity: 'warning',
    title: 'Service type of a group without metrics',
    follows: 'It never has a result, so that the group can be without one too.',
    advice: 'Remove it from the group, or add metrics for it to the metric profile.',
    needs: ['aggregationprofile', 'metricprofile'],
    *find(estate) {
      for (const { aggregation, profile, measured } of withMetricProfile(estate))
        for (const service of missingFrom(servicesOf(aggregation), measured))
          yield {
            name: aggregation.name,
            about: service,
            field: 'groups',
            says: `${profile.name} has no metric for ${service}.`,
          }
    },
    fix: withoutService,
  }),
  defineRule({
    id: 'aggregation/lone-service',
    kind: 'aggregationprofile',
    severity: 'hint',
    title: 'Group with one service type',
    follows: 'Its operation changes nothing, which readers do not see at once.',
    advice: 'Move the service type to another group, or leave it if more will follow.',
    needs: ['aggregationprofile'],
    *find({ aggregationprofile }) {
      for (const { name, groups } of aggregationprofile)
        for (const { name: group, operation, services } of groups)
          if (services.length === 1)
            yield {
              name,
              about: group,
              field: 'groups',
              says: `${operation} of ${group} has ${services[0]?.name} only.`,
            }
    },
  }),
  defineRule({
    id: 'aggregation/service-twice',
    kind: 'aggregationprofile',
    severity: 'hint',
    title: 'Service type in several groups',
    follows: 'One failure counts in each of them.',
    advice: 'Leave it in one group, unless it is meant to count several times.',
    needs: ['aggregationprofile'],
    *find({ aggregationprofile }) {
      for (const profile of aggregationprofile) {
        const groupsOf = Map.groupBy(
          profile.groups.flatMap(({ name, services }) =>
            services.map((service) => ({ group: name, name: service.name })),
          ),
          ({ name }) => name,
        )
        for (const [service, places] of groupsOf)
          if (places.length > 1)
            yield {
              name: profile.name,
              about: service,
              field: 'groups',
              says: `${service} is in ${shortList(places.map(({ group }) => group))}.`,
            }
      }
    },
  }),
  defineRule({
    id: 'report/disabled',
    kind: 'report',
    severity: 'hint',
    title: 'Report that is disabled for 90 days',
    follows: 'It keeps profiles and groups in use that nobody needs.',
    advice: 'Enable or delete it.',
    needs: ['disabledReports', 'now'],
    *find({ disabledReports, now }) {
      for (const { name, since } of disabledReports)
        if (now.getTime() - since.getTime() >= days(90))
          yield { name, field: 'disabled', says: `It is disabled since ${since.toISOString().slice(0, 10)}.` }
    },
  }),
  defineRule({
    id: 'report/empty-scope',
    kind: 'report',
    severity: 'warning',
    title: 'Report that covers no endpoint',
    follows: 'It has no results.',
    advice: 'Correct its topology or its filters.',
    needs: ['coveredEndpoints'],
    *find({ coveredEndpoints }) {
      for (const { report, count } of coveredEndpoints)
        if (count === 0)
          yield { name: report, field: 'filter_tags', says: 'No endpoint of the topology passes its filters.' }
    },
  }),
  defineRule({
    id: 'report/no-metrics',
    kind: 'report',
    severity: 'error',
    title: 'Report with a metric profile without metrics',
    follows: 'It has no results.',
    advice: 'Add metrics to the profile, or choose another one.',
    needs: ['report', 'metricprofile'],
    *find({ report, metricprofile }) {
      const empty = new Set(
        metricprofile.filter((profile) => profile.metricinstances.length === 0).map(({ name }) => name),
      )
      for (const { name, metric_profile: profile } of report)
        if (empty.has(profile)) yield { name, field: 'metric_profile', says: `${profile} has no metrics.` }
    },
  }),
  defineRule({
    id: 'report/other-metric-profile',
    kind: 'report',
    severity: 'error',
    title: 'Report whose profiles do not belong together',
    follows: 'Groups miss the results of service types that the other metric profile checks.',
    advice: 'Choose an aggregation profile that is made for the metric profile.',
    needs: ['report', 'aggregationprofile'],
    *find({ report, aggregationprofile }) {
      const metricProfileOf = new Map(aggregationprofile.map((profile) => [profile.name, profile.metric_profile]))
      for (const { name, metric_profile: own, aggregation_profile: aggregation } of report) {
        const profile = metricProfileOf.get(aggregation)
        if (profile !== undefined && profile !== own)
          yield {
            name,
            field: 'aggregation_profile',
            says: `It uses ${own}, but ${aggregation} is made for ${profile}.`,
          }
      }
    },
  }),
  defineRule({
    id: 'report/targets',
    kind: 'report',
    severity: 'warning',
    title: 'Reliability target below the availability target',
    follows: 'Reliability is never less than availability, so that the lower target says nothing.',
    advice: 'Set a reliability target of at least the availability target.',
    needs: ['report'],
    *find({ report }) {
      for (const { name, availability, reliability } of report)
        if (reliability < availability)
          yield {
            name,
            field: 'reliability',
            says: `Its targets are ${availability} for availability and ${reliability} for reliability.`,
          }
    },
    fix: (document) => ({ ...document, reliability: document.availability }),
  }),
  defineRule({
    id: 'operations/missing-state',
    kind: 'operationsprofile',
    severity: 'warning',
    title: 'Operations profile without a state that results use',
    follows: 'Results with this state cannot be combined.',
    advice: 'Have the state added to the operations profile.',
    needs: ['operationsProfiles'],
    *find({ operationsProfiles }) {
      for (const { name, available_states: states } of operationsProfiles)
        for (const state of missingFrom(requiredStates, new Set(states)))
          yield { name, about: state, field: 'available_states', says: `It has no state ${state}.` }
    },
  }),
]
