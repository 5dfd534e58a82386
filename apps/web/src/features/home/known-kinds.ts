import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { paths } from '#app/paths.ts'
import type { ResourcePaths } from '#kit/resource-paths.ts'

interface KnownKind {
  readonly resource: Resource
  readonly paths: ResourcePaths
}

/** What can be opened, and where. */
const known: readonly KnownKind[] = [
  { resource: metricProfiles, paths: paths.metricProfiles },
  { resource: metrics, paths: paths.metrics },
  { resource: metricTemplates, paths: paths.metricTemplates },
]

/** The resource whose objects are of this kind; none for kinds that have no pages. */
export const knownKind = (kind: string): KnownKind | undefined => known.find(({ resource }) => resource.kind === kind)
