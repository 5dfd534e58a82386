import type { kindNames } from '@quatrain/contract/kit/kind-names.ts'
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
import type { SectionName } from './sections.ts'

/** A kind of object: its labels and its paths. */
export interface Kind {
  readonly resource: Resource
  readonly paths: ResourcePaths
  readonly section: SectionName
  /** Reads the names of its objects, if that is less than its list. */
  readonly names?: typeof metricNames
  /** Whether the search asks the server for the objects that it finds, because there can be so many. */
  readonly isSearchedByServer?: boolean
}

type KindName = keyof typeof kindNames

/** Every kind of the contract. All of them have a section of their name. */
const resources: Readonly<Record<KindName, Resource>> = {
  aggregationProfiles,
  apiKeys,
  defaultPorts,
  groupsOfAggregations,
  groupsOfMetricProfiles,
  groupsOfMetrics,
  groupsOfReports,
  groupsOfThresholdsProfiles,
  identityProviders,
  metricOverrides,
  metricProfiles,
  metrics,
  metricTags,
  metricTemplates,
  packages,
  probeCandidates,
  probes,
  reports,
  serviceTypes,
  tenants,
  thresholdsProfiles,
  users,
  yumRepos,
}

const special: { readonly [Name in KindName]?: Pick<Kind, 'names' | 'isSearchedByServer'> } = {
  metrics: { names: metricNames },
  users: { isSearchedByServer: true },
}

/** All kinds of objects with pages. */
export const allKinds: readonly Kind[] = (Object.keys(resources) as KindName[]).map((name) => ({
  resource: resources[name],
  paths: paths[name],
  section: name,
  ...special[name],
}))

const kinds: ReadonlyMap<string, Kind> = new Map(allKinds.map((kind) => [kind.resource.kind, kind]))

/** The kind with this name in the activity log and in responses of the API; undefined if it has no pages. */
export const kindOf = (name: string): Kind | undefined => kinds.get(name)
