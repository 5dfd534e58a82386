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
import { webhooks } from '@quatrain/contract/resources/webhook.ts'
import { yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { type Kind, namedKinds } from './kinds.ts'

/** A kind of object, with all that the contract says about it. */
export interface DeclaredKind extends Kind {
  readonly resource: Resource
  /** Reads the names of its objects, if that is less than its list. */
  readonly names?: typeof metricNames
  /** Whether the search asks the server for the objects that it finds, because there can be so many. */
  readonly isSearchedByServer?: boolean
}

type KindName = keyof typeof kindNames

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
  webhooks,
  yumRepos,
}

const special: { readonly [Name in KindName]?: Pick<DeclaredKind, 'names' | 'isSearchedByServer'> } = {
  metrics: { names: metricNames },
  users: { isSearchedByServer: true },
}

/** All kinds of objects, with their schemas: for what is loaded on demand. */
export const declaredKinds: readonly DeclaredKind[] = namedKinds.map((kind) => ({
  ...kind,
  resource: resources[kind.section],
  ...special[kind.section],
}))

const byName: ReadonlyMap<string, DeclaredKind> = new Map(declaredKinds.map((kind) => [kind.kind, kind]))

/** The kind with this name in the activity log and in responses of the API; undefined if it has no pages. */
export const declaredKindOf = (name: string): DeclaredKind | undefined => byName.get(name)
