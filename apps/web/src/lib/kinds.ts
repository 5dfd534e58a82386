import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import {
  groupsOfAggregations,
  groupsOfMetricProfiles,
  groupsOfMetrics,
  groupsOfReports,
  groupsOfThresholdsProfiles,
} from '@quatrain/contract/resources/group.ts'
import { identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import { metricNames, metrics } from '@quatrain/contract/resources/metric.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { reports } from '@quatrain/contract/resources/report.ts'
import { serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { tenants } from '@quatrain/contract/resources/tenant.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { users } from '@quatrain/contract/resources/user.ts'
import { yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { paths } from './paths.ts'
import type { ResourcePaths } from './resource-paths.ts'

/** A kind of object: its labels and its paths. */
export interface Kind {
  readonly resource: Resource
  readonly paths: ResourcePaths
  /** Reads the names of its objects, if that is less than its list. */
  readonly names?: typeof metricNames
  /** Whether the search asks the server for the objects that it finds, because there can be so many. */
  readonly isSearchedByServer?: boolean
}

const kinds: ReadonlyMap<string, Kind> = new Map(
  [
    { resource: aggregationProfiles, paths: paths.aggregationProfiles },
    { resource: apiKeys, paths: paths.apiKeys },
    { resource: defaultPorts, paths: paths.defaultPorts },
    { resource: groupsOfAggregations, paths: paths.groups.aggregations },
    { resource: groupsOfMetricProfiles, paths: paths.groups.metricprofiles },
    { resource: groupsOfMetrics, paths: paths.groups.metrics },
    { resource: groupsOfReports, paths: paths.groups.reports },
    { resource: groupsOfThresholdsProfiles, paths: paths.groups.thresholdsprofiles },
    { resource: identityProviders, paths: paths.identityProviders },
    { resource: metricOverrides, paths: paths.metricOverrides },
    { resource: metricProfiles, paths: paths.metricProfiles },
    { resource: metricTags, paths: paths.metricTags },
    { resource: metricTemplates, paths: paths.metricTemplates },
    { resource: metrics, paths: paths.metrics, names: metricNames },
    { resource: packages, paths: paths.packages },
    { resource: probeCandidates, paths: paths.probeCandidates },
    { resource: probes, paths: paths.probes },
    { resource: reports, paths: paths.reports },
    { resource: serviceTypes, paths: paths.serviceTypes },
    { resource: tenants, paths: paths.tenants },
    { resource: thresholdsProfiles, paths: paths.thresholdsProfiles },
    { resource: users, paths: paths.users, isSearchedByServer: true },
    { resource: yumRepos, paths: paths.yumRepos },
  ].map((kind) => [kind.resource.kind, kind]),
)

/** All kinds of objects with pages. */
export const allKinds: readonly Kind[] = [...kinds.values()]

/** The kind with this name in the activity log and in responses of the API; undefined if it has no pages. */
export const kindOf = (name: string): Kind | undefined => kinds.get(name)
