import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { tenants } from '@quatrain/contract/tenants.ts'
import { paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

interface KnownKind {
  readonly resource: Resource
  readonly paths: ResourcePaths
}

/** What can be opened, and where. */
const known: readonly KnownKind[] = [
  { resource: metricProfiles, paths: paths.metricProfiles },
  { resource: metrics, paths: paths.metrics },
  { resource: metricTemplates, paths: paths.metricTemplates },
  { resource: probes, paths: paths.probes },
  { resource: yumRepos, paths: paths.yumRepos },
  { resource: packages, paths: paths.packages },
  { resource: metricTags, paths: paths.metricTags },
  { resource: defaultPorts, paths: paths.defaultPorts },
  { resource: tenants, paths: paths.tenants },
  { resource: metricOverrides, paths: paths.metricOverrides },
  { resource: probeCandidates, paths: paths.probeCandidates },
  { resource: apiKeys, paths: paths.apiKeys },
]

/** The resource whose objects are of this kind; none for kinds that have no pages. */
export const knownKind = (kind: string): KnownKind | undefined => known.find(({ resource }) => resource.kind === kind)
