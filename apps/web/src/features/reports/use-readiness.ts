import { type Finding, readinessOf } from '@quatrain/contract/reports/readiness.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { queries as aggregationQueries } from '#features/aggregation-profiles/aggregation-profiles.queries.ts'
import { queries as metricQueries } from '#features/metric-profiles/metric-profiles.queries.ts'
import { operationsProfiles } from '#features/operations-profiles/operations-profiles.queries.ts'
import { queries as thresholdsQueries } from '#features/thresholds-profiles/thresholds-profiles.queries.ts'
import type { ProfileNames, ProfileType } from './ProfileFields.tsx'
import { chosenType, type ReportValues } from './report-values.ts'
import { useScopePreview } from './use-scope-preview.ts'

const endpointGroups = { Sites: 'sites', ServiceGroups: 'servicegroups' } as const

interface Readiness {
  readonly findings: readonly Finding[]
  readonly profiles: Readonly<Record<ProfileType, string>>
  /** Whether the findings are all: otherwise something is not chosen, is loading, cannot be read, or is unknown. */
  readonly state: 'unchosen' | 'checking' | 'failed' | 'without topology' | 'complete'
}

/** Whether the chosen profiles fit together and with the endpoints that the report covers. */
export function useReadiness(names: ProfileNames, name: string | undefined): Readiness {
  const [metric, aggregation, operations, thresholds] = useWatch<
    ReportValues,
    ['metric_profile', 'aggregation_profile', 'operations_profile', 'thresholds_profile']
  >({ name: ['metric_profile', 'aggregation_profile', 'operations_profile', 'thresholds_profile'] })
  const type = chosenType(useWatch<ReportValues, 'topology_type'>({ name: 'topology_type' }))
  const profiles = { metric, aggregation, operations, thresholds }
  const enabled = (profile: ProfileType) => names[profile].some(({ value }) => value === profiles[profile])

  const metricProfile = useQuery({ ...metricQueries.details(metric), enabled: enabled('metric') })
  const aggregationProfile = useQuery({
    ...aggregationQueries.details(aggregation),
    enabled: enabled('aggregation'),
  })
  const thresholdsProfile = useQuery({ ...thresholdsQueries.details(thresholds), enabled: enabled('thresholds') })
  const known = useQuery(operationsProfiles())
  const scope = useScopePreview(name, '', type !== undefined)
  const operationsProfile = known.data?.profiles.find(({ name }) => name === operations)

  const findings = readinessOf({
    metricProfile: metricProfile.data?.record,
    aggregationProfile: aggregationProfile.data?.record,
    thresholdsProfile: thresholdsProfile.data?.record,
    operationsProfile,
    endpointGroup: type && endpointGroups[type],
    serviceTypes: scope.data?.state === 'previewed' ? scope.data.scope.services : undefined,
  })
  const required = ['metric', 'aggregation', 'operations'] as const
  const queries = [metricProfile, aggregationProfile, known, scope, ...(thresholds === '' ? [] : [thresholdsProfile])]
  const stateOf = (): Readiness['state'] => {
    if (type === undefined || required.some((profile) => profiles[profile] === '')) return 'unchosen'
    if (queries.some(({ isError }) => isError)) return 'failed'
    // A name that no profile has is typed still, or the names are loading.
    if (queries.some(({ data }) => data === undefined) || !operationsProfile || !scope.isCurrent) return 'checking'
    return scope.data?.state === 'previewed' ? 'complete' : 'without topology'
  }
  return { findings, profiles, state: stateOf() }
}
