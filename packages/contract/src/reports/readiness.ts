/** What a report is computed from. Undefined for what is not chosen, or not known (yet). */
export interface ReportParts {
  readonly metricProfile?:
    | { readonly name: string; readonly services: readonly { readonly service: string; readonly metric: string }[] }
    | undefined
  readonly aggregationProfile?:
    | {
        readonly metric_profile: string
        readonly endpoint_group: string
        readonly groups: readonly { readonly services: readonly { readonly name: string }[] }[]
      }
    | undefined
  readonly thresholdsProfile?: { readonly rules: readonly { readonly metric: string }[] } | undefined
  readonly operationsProfile?: { readonly available_states: readonly string[] } | undefined
  /** The endpoint group that the topology type needs. */
  readonly endpointGroup?: string | undefined
  /** The service types of the endpoints that the report covers. */
  readonly serviceTypes?: readonly string[] | undefined
}

/** A reason why the results of a report can be incomplete or missing. */
export interface Misfit {
  readonly problem:
    | 'other metric profile'
    | 'other endpoint group'
    | 'services without metrics'
    | 'service types without group'
    | 'thresholds without metric'
    | 'missing states'
  /** The names that it is about, sorted. */
  readonly names: readonly string[]
  /** The profile in which it can be corrected. */
  readonly profile: 'metric' | 'aggregation' | 'thresholds' | 'operations'
}

/** The states that monitoring boxes send, and those that the engine adds. */
export const requiredStates = ['OK', 'WARNING', 'UNKNOWN', 'MISSING', 'CRITICAL', 'DOWNTIME'] as const

/** Everything that would make the results of a report incomplete, as far as its parts are known. */
export function readinessOf(parts: ReportParts): Misfit[] {
  const { metricProfile, aggregationProfile, thresholdsProfile, operationsProfile, endpointGroup, serviceTypes } = parts
  const measured = metricProfile && new Set(metricProfile.services.map(({ service }) => service))
  const metrics = metricProfile && new Set(metricProfile.services.map(({ metric }) => metric))
  const grouped =
    aggregationProfile && new Set(aggregationProfile.groups.flatMap(({ services }) => services.map(({ name }) => name)))
  const isOtherMetricProfile =
    aggregationProfile && metricProfile && aggregationProfile.metric_profile !== metricProfile.name
  const misfits =
    aggregationProfile && endpointGroup !== undefined && aggregationProfile.endpoint_group !== endpointGroup
  const findings: readonly Misfit[] = [
    {
      problem: 'other metric profile',
      names: isOtherMetricProfile ? [aggregationProfile.metric_profile] : [],
      profile: 'aggregation',
    },
    {
      problem: 'other endpoint group',
      names: misfits ? [aggregationProfile.endpoint_group] : [],
      profile: 'aggregation',
    },
    { problem: 'services without metrics', names: missingNames(grouped, measured), profile: 'metric' },
    { problem: 'service types without group', names: missingNames(serviceTypes, grouped), profile: 'aggregation' },
    {
      problem: 'thresholds without metric',
      names: missingNames(
        thresholdsProfile?.rules.map(({ metric }) => metric),
        metrics,
      ),
      profile: 'thresholds',
    },
    {
      problem: 'missing states',
      names: missingNames(requiredStates, operationsProfile && new Set(operationsProfile.available_states)),
      profile: 'operations',
    },
  ]
  return findings.filter(({ names }) => names.length > 0)
}

/** The wanted names that are not there, each once; none if either side is unknown. */
const missingNames = (
  expectedNames: Iterable<string> | undefined,
  existingNames: ReadonlySet<string> | undefined,
): string[] =>
  expectedNames && existingNames ? [...new Set(expectedNames)].filter((name) => !existingNames.has(name)).sort() : []
