import { type Misfit, readinessOf } from '@quatrain/contract/reports/readiness.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { metricProfileQueries as metricQueries } from '#features/metric-profiles/metric-profiles.queries.ts'
import { operationsProfiles } from '#features/operations-profiles/operations-profiles.queries.ts'
import { resourceQueries } from '#kit/api/queries.ts'
import { inNameOrder } from '#lib/words.ts'
import type { Suggestion } from '#ui/suggestions.ts'
import { type ProfileNames, type ProfileType, profileTypes } from './ProfileFields.tsx'
import { chosenType, type ReportValues } from './report-values.ts'
import { useScopePreview } from './use-scope-preview.ts'

const aggregationQueries = resourceQueries(aggregationProfiles)
const thresholdsQueries = resourceQueries(thresholdsProfiles)

const endpointGroups = { Sites: 'sites', ServiceGroups: 'servicegroups' } as const

interface Readiness {
  readonly findings: readonly Misfit[]
  readonly profiles: Readonly<Record<ProfileType, string>>
  /** The types of the chosen profiles that do not exist. */
  readonly missingProfiles: readonly ProfileType[]
  /** Whether the findings are all: otherwise something is not chosen, is loading, cannot be read, or is unknown. */
  readonly state: 'unchosen' | 'missing' | 'checking' | 'failed' | 'without topology' | 'complete'
}

/** Whether the chosen profiles fit together and with the endpoints that the report covers. */
export function useReadiness(name: string | undefined): Readiness {
  const [metric, aggregation, operations, thresholds] = useWatch<
    ReportValues,
    ['metric_profile', 'aggregation_profile', 'operations_profile', 'thresholds_profile']
  >({ name: ['metric_profile', 'aggregation_profile', 'operations_profile', 'thresholds_profile'] })
  const type = chosenType(useWatch<ReportValues, 'topology_type'>({ name: 'topology_type' }))
  const profiles = { metric, aggregation, operations, thresholds }
  const { metricList, aggregationList, thresholdsList, operationsQuery } = useProfileLists()
  const lists: Readonly<Record<ProfileType, readonly { readonly name: string }[] | undefined>> = {
    metric: metricList.data,
    aggregation: aggregationList.data,
    operations: operationsQuery.data?.profiles,
    thresholds: thresholdsList.data,
  }
  /** Undefined while the names are loading. */
  const exists = (profile: ProfileType) => lists[profile]?.some(({ name }) => name === profiles[profile])
  const missingProfiles = profileTypes.filter((profile) => profiles[profile] !== '' && exists(profile) === false)
  const enabled = (profile: ProfileType) => exists(profile) === true

  const metricProfile = useQuery({ ...metricQueries.details(metric), enabled: enabled('metric') })
  const aggregationProfile = useQuery({
    ...aggregationQueries.details(aggregation),
    enabled: enabled('aggregation'),
  })
  const thresholdsProfile = useQuery({ ...thresholdsQueries.details(thresholds), enabled: enabled('thresholds') })
  const scope = useScopePreview(name, '', type !== undefined)
  const operationsProfile = operationsQuery.data?.profiles.find(({ name }) => name === operations)

  const findings = readinessOf({
    metricProfile: metricProfile.data?.record,
    aggregationProfile: aggregationProfile.data?.record,
    thresholdsProfile: thresholdsProfile.data?.record,
    operationsProfile,
    endpointGroup: type && endpointGroups[type],
    serviceTypes: scope.data?.state === 'previewed' ? scope.data.scope.services : undefined,
  })
  const required = ['metric', 'aggregation', 'operations'] as const
  const queries = [
    ...[metricList, aggregationList, operationsQuery, metricProfile, aggregationProfile, scope],
    ...(thresholds === '' ? [] : [thresholdsList, thresholdsProfile]),
  ]
  const stateOf = (): Readiness['state'] => {
    if (type === undefined || required.some((profile) => profiles[profile] === '')) return 'unchosen'
    if (queries.some(({ isError }) => isError)) return 'failed'
    if (missingProfiles.length > 0) return 'missing'
    if (queries.some(({ data }) => data === undefined) || !scope.isCurrent) return 'checking'
    return scope.data?.state === 'previewed' ? 'complete' : 'without topology'
  }
  return { findings, profiles, missingProfiles, state: stateOf() }
}

const useProfileLists = () => ({
  metricList: useQuery(metricQueries.list()),
  aggregationList: useQuery(aggregationQueries.list()),
  thresholdsList: useQuery(thresholdsQueries.list()),
  operationsQuery: useQuery(operationsProfiles()),
})

type Named = readonly { readonly name: string }[]

const sorted = (profiles: Named | undefined): readonly Suggestion[] =>
  inNameOrder((profiles ?? []).map(({ name }) => name)).map((value) => ({ value }))

/** The names of all profiles that a report can have; none while they are loading. */
export function useProfileNames(): ProfileNames {
  const { metricList, aggregationList, thresholdsList, operationsQuery } = useProfileLists()
  const { data: metric } = metricList
  const { data: aggregation } = aggregationList
  const { data: thresholds } = thresholdsList
  const { data: operations } = operationsQuery
  return useMemo(
    () => ({
      metric: sorted(metric),
      aggregation: sorted(aggregation),
      operations: sorted(operations?.profiles),
      thresholds: sorted(thresholds),
    }),
    [metric, aggregation, operations, thresholds],
  )
}
