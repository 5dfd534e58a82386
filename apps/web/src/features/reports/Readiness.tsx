import { selection } from '@quatrain/contract/reports/patterns.ts'
import { type Finding, readinessOf } from '@quatrain/contract/reports/readiness.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { queries as aggregationQueries } from '#features/aggregation-profiles/aggregation-profiles.queries.ts'
import { queries as metricQueries } from '#features/metric-profiles/metric-profiles.queries.ts'
import { operationsProfiles } from '#features/operations-profiles/operations-profiles.queries.ts'
import { queries as thresholdsQueries } from '#features/thresholds-profiles/thresholds-profiles.queries.ts'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import type { ProfileNames } from './ProfileFields.tsx'
import { chosenType, type ReportValues } from './report-values.ts'
import { allNames, optionsFor, type TopologyOptions } from './topology-options.ts'

const words: Readonly<Record<Finding['problem'], string>> = {
  'other metric profile': 'The aggregation profile is made for another metric profile',
  'other endpoint group': 'The endpoint group of the aggregation profile does not fit the topology type',
  'services without metrics': 'Services of the aggregation profile without metrics in the metric profile',
  'service types without group': 'Service types of the topology that are in no group of the aggregation profile',
  'thresholds without metric': 'Thresholds for metrics that are not in the metric profile',
  'missing states': 'States that the operations profile lacks',
}

const pagesOf = {
  metric: paths.metricProfiles,
  aggregation: paths.aggregationProfiles,
  operations: paths.operationsProfiles,
  thresholds: paths.thresholdsProfiles,
} as const

const maxNames = 8
const listed = (names: readonly string[]) =>
  names.length > maxNames
    ? `${names.slice(0, maxNames).join(', ')} and ${names.length - maxNames} more`
    : names.join(', ')

const endpointGroups = { Sites: 'sites', ServiceGroups: 'servicegroups' } as const

interface Props {
  readonly names: ProfileNames
  readonly topology: TopologyOptions | undefined
}

/** Whether the chosen profiles and the topology fit together, with links to what does not. */
export function Readiness({ names, topology }: Props) {
  const [metric, aggregation, operations, thresholds] = useWatch<
    ReportValues,
    ['metric_profile', 'aggregation_profile', 'operations_profile', 'thresholds_profile']
  >({ name: ['metric_profile', 'aggregation_profile', 'operations_profile', 'thresholds_profile'] })
  const [chosen, group, endpoint] = useWatch<ReportValues, ['topology_type', 'group', 'endpoint']>({
    name: ['topology_type', 'group', 'endpoint'],
  })
  const isKnown = (type: keyof ProfileNames, name: string) => names[type].some(({ value }) => value === name)
  const { data: metricProfile } = useQuery({ ...metricQueries.details(metric), enabled: isKnown('metric', metric) })
  const { data: aggregationProfile } = useQuery({
    ...aggregationQueries.details(aggregation),
    enabled: isKnown('aggregation', aggregation),
  })
  const { data: thresholdsProfile } = useQuery({
    ...thresholdsQueries.details(thresholds),
    enabled: isKnown('thresholds', thresholds),
  })
  const { data: known } = useQuery(operationsProfiles())
  const type = chosenType(chosen)
  const options = optionsFor(topology, { topology_type: chosen, group, endpoint })
  const findings = readinessOf({
    metricProfile: metricProfile?.record,
    aggregationProfile: aggregationProfile?.record,
    thresholdsProfile: thresholdsProfile?.record,
    operationsProfile: known?.profiles.find(({ name }) => name === operations),
    endpointGroup: type && endpointGroups[type],
    serviceTypes: allNames(options?.endpoint.second)?.filter(selection(endpoint.second)),
  })
  if (findings.length === 0) return null
  // Aggregation profiles often leave services out deliberately.
  const isIntended = findings.every(({ problem }) => problem === 'service types without group')
  const nameOf = { metric, aggregation, operations, thresholds }
  return (
    <Notice kind={isIntended ? 'info' : 'warning'}>
      <strong>
        {isIntended ? 'Not every endpoint counts in this report.' : 'Results of this report can be incomplete.'}
      </strong>
      <ul>
        {findings.map(({ problem, names, profile }) => (
          <li key={problem}>
            {words[problem]}: {listed(names)}. See{' '}
            <Link to={pagesOf[profile].details(nameOf[profile])}>{nameOf[profile]}</Link>.
          </li>
        ))}
      </ul>
    </Notice>
  )
}
