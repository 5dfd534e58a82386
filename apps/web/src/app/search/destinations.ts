import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { useQuery } from '@tanstack/react-query'
import { paths } from '#app/paths.ts'
import { navigation, sections } from '#app/sections.ts'
import { queries as metricProfiles } from '#features/metric-profiles/metric-profiles.queries.ts'
import { templateNamesFor } from '#features/metric-templates/metric-templates.queries.ts'
import { metricNamesFor } from '#features/metrics/metrics.queries.ts'
import { queries as probes } from '#features/probes/probes.queries.ts'
import { useSurroundings } from '#kit/visitor.tsx'
import type { Suggestion } from '#ui/suggestions.ts'

/** A page that can be gone to by its name. */
export interface Destination extends Suggestion {
  readonly to: string
}

/** Everything that can be found by name: sections at once, objects as soon as they are loaded. */
export function useDestinations(): readonly Destination[] {
  const { visitor, user } = useSurroundings()
  const isTenant = visitor.deployment === 'tenant'
  const profiles = useQuery({ ...metricProfiles.list(), enabled: isTenant }).data ?? []
  const metrics = useQuery({ ...metricNamesFor('member'), enabled: isTenant }).data ?? []
  const allProbes = useQuery(probes.list()).data ?? []
  const templates = useQuery({ ...templateNamesFor('member'), enabled: !isTenant }).data ?? []
  return [
    ...sectionsOf(visitor.deployment, user?.is_superuser ?? false),
    ...profiles.map(({ name }) => ({ value: name, hint: 'metric profile', to: paths.metricProfiles.details(name) })),
    ...[...metrics].map((name) => ({ value: name, hint: 'metric', to: paths.metrics.details(name) })),
    ...allProbes.map(({ name }) => ({ value: name, hint: 'probe', to: paths.probes.details(name) })),
    ...[...templates].map((name) => ({
      value: name,
      hint: 'metric template',
      to: paths.metricTemplates.details(name),
    })),
  ]
}

const sectionsOf = (deployment: Deployment, isSuperuser: boolean): Destination[] =>
  ['home', ...(isSuperuser ? ['administration'] : []), ...navigation[deployment]].map((name) => ({
    value: sections[name]?.title ?? name,
    hint: 'section',
    to: `/ui/${name}`,
  }))
