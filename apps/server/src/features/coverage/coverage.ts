import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import type { CoverageState, CoveredCheck } from '@quatrain/contract/reports/topology.ts'
import type { EndpointIdentity } from '#features/topology/topology.reads.ts'

/** What boxes run for a service type. */
interface Check {
  readonly service: string
  /** Empty if no metric profile has one. */
  readonly metric: string
  readonly profiles: readonly string[]
}

/** An enabled report: it shows the results of a check if both of its profiles have the service type. */
export interface CoveringReport {
  readonly metricProfile: string
  /** The service types of its aggregation profile. */
  readonly services: ReadonlySet<string>
  /** The keys of the endpoints in its scope. */
  readonly covered: ReadonlySet<string>
}

export const keyOfEndpoint = ({ type, group, service, hostname }: EndpointIdentity): string =>
  [type, group, service, hostname].join('\n')

/** Tells the state of endpoints in a check. */
export function stateIn({ service, metric, profiles }: Check, reports: readonly CoveringReport[]) {
  const showing = reports.filter(
    ({ metricProfile, services }) => services.has(service) && profiles.includes(metricProfile),
  )
  return (endpointKey: string): CoverageState => {
    if (metric === '') return 'unmonitored'
    return showing.some(({ covered }) => covered.has(endpointKey)) ? 'reported' : 'unreported'
  }
}

/** The checks of a service type; one without a metric if it has none. */
export const checksOfService = (service: string, checks: ReadonlyMap<string, readonly Check[]>): readonly Check[] =>
  checks.get(service) ?? [{ service, metric: '', profiles: [] }]

interface Sources {
  readonly endpoints: readonly EndpointIdentity[]
  readonly checks: ReadonlyMap<string, readonly Check[]>
  readonly reports: readonly CoveringReport[]
}

/** The number of endpoints in each state: of all, and of each check by service type and metric. */
export function coverageOf({ endpoints, checks, reports }: Sources) {
  const total = { unmonitored: 0, unreported: 0, reported: 0 }
  const keysByService = Map.groupBy(
    endpoints.map((endpoint) => ({ ...endpoint, key: keyOfEndpoint(endpoint) })),
    ({ service }) => service,
  )
  const covered = [...keysByService.keys()].toSorted(byCodePoint).flatMap((service): CoveredCheck[] => {
    const keys = (keysByService.get(service) ?? []).map(({ key }) => key)
    const reported = new Set<string>()
    const counted = checksOfService(service, checks).map((check) => {
      const stateOf = stateIn(check, reports)
      const counts = { unmonitored: 0, unreported: 0, reported: 0 }
      for (const key of keys) {
        const state = stateOf(key)
        counts[state] += 1
        if (state === 'reported') reported.add(key)
      }
      return { service, metric: check.metric, ...counts }
    })
    const inReports = keys.filter((key) => reported.has(key)).length
    total.reported += inReports
    total[checks.has(service) ? 'unreported' : 'unmonitored'] += keys.length - inReports
    return counted
  })
  return { endpoints: total, checks: covered }
}
