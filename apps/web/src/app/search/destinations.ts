import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { packageKey } from '@quatrain/contract/resources/package.ts'
import { probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { yumRepoKey } from '@quatrain/contract/resources/yum-repo.ts'
import { useQuery } from '@tanstack/react-query'
import { navigation, sections } from '#app/sections.ts'
import { queries as metricProfiles } from '#features/metric-profiles/metric-profiles.queries.ts'
import { queries as metricTags } from '#features/metric-tags/metric-tags.queries.ts'
import { templateNamesFor } from '#features/metric-templates/metric-templates.queries.ts'
import { metricNamesFor } from '#features/metrics/metrics.queries.ts'
import { queries as packages } from '#features/packages/packages.queries.ts'
import { queries as probes } from '#features/probes/probes.queries.ts'
import { tenantList } from '#features/tenants/tenants.queries.ts'
import { queries as yumRepos } from '#features/yum-repos/yum-repos.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import { kindOf } from '#lib/kinds.ts'
import { paths } from '#lib/paths.ts'
import type { Suggestion } from '#ui/suggestions.ts'

/** A page that can be opened by its name. */
export interface Destination extends Suggestion {
  readonly to: string
}

interface Destinations {
  readonly all: readonly Destination[]
  /** Some names are being loaded. */
  readonly isLoading: boolean
  /** Some could not be loaded. */
  readonly isIncomplete: boolean
}

/** All names that can be searched: sections at once, objects as soon as they are loaded. */
export function useDestinations(): Destinations {
  const { visitor, user } = useConsoleContext()
  const isTenant = visitor.deployment === 'tenant'
  const isSuperuser = user?.is_superuser ?? false
  const profiles = useQuery({ ...metricProfiles.list(), enabled: isTenant })
  const metrics = useQuery({ ...metricNamesFor('member'), enabled: isTenant })
  const tags = useQuery({ ...metricTags.list(), enabled: !isTenant })
  const tenants = useQuery({ ...tenantList, enabled: !isTenant })
  const allProbes = useQuery(probes.list())
  const allPackages = useQuery({ ...packages.list(), enabled: !isTenant })
  const overrides = useQuery({ ...resourceQueries(metricOverrides).list(), enabled: isTenant && isSuperuser })
  const candidates = useQuery({ ...resourceQueries(probeCandidates).list(), enabled: isTenant && isSuperuser })
  const keys = useQuery({ ...resourceQueries(apiKeys).list(), enabled: isSuperuser })
  const repos = useQuery({ ...yumRepos.list(), enabled: !isTenant })
  const templates = useQuery({ ...templateNamesFor('member'), enabled: !isTenant })
  const queries = [
    profiles,
    metrics,
    tags,
    tenants,
    allProbes,
    allPackages,
    overrides,
    candidates,
    keys,
    repos,
    templates,
  ]
  const all = [
    ...sectionsOf(visitor.deployment, isSuperuser),
    ...objectsOf(
      'metricprofile',
      profiles.data?.map(({ name }) => name),
    ),
    ...objectsOf('metric', metrics.data),
    ...objectsOf(
      'probe',
      allProbes.data?.map(({ name }) => name),
    ),
    ...objectsOf('package', allPackages.data?.map(packageKey)),
    ...objectsOf('yumrepo', repos.data?.map(yumRepoKey)),
    ...objectsOf(
      'metricoverride',
      overrides.data?.map(({ name }) => name),
    ),
    ...(candidates.data ?? []).map(({ id, name, status }) => ({
      value: name,
      hint: `probe candidate, ${status}`,
      to: paths.probeCandidates.details(String(id)),
    })),
    ...(keys.data ?? []).map(({ key, name }) => ({ value: name, hint: 'API key', to: paths.apiKeys.details(key) })),
    ...objectsOf(
      'metrictag',
      tags.data?.map(({ name }) => name),
    ),
    ...objectsOf(
      'tenant',
      tenants.data?.map(({ name }) => name),
    ),
    ...objectsOf('metrictemplate', templates.data),
  ]
  return {
    all,
    isLoading: queries.some(({ isLoading }) => isLoading),
    isIncomplete: queries.some(({ isLoadingError }) => isLoadingError),
  }
}

/** Objects of one kind whose addresses end with their names. */
function objectsOf(kind: string, keys: Iterable<string> = []): Destination[] {
  const known = kindOf(kind)
  return known
    ? Array.from(keys, (key) => ({ value: key, hint: known.resource.label.one, to: known.paths.details(key) }))
    : []
}

const sectionsOf = (deployment: Deployment, isSuperuser: boolean): Destination[] =>
  ['home', ...(isSuperuser ? ['administration'] : []), ...navigation[deployment]].map((name) => ({
    value: sections[name]?.title ?? name,
    hint: 'section',
    to: `/ui/${name}`,
  }))
