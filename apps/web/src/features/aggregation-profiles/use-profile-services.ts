import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { metricProfileQueries } from '#features/metric-profiles/metric-profiles.queries.ts'
import { byName, inNameOrder } from '#lib/words.ts'
import type { Suggestion } from '#ui/suggestions.ts'

/** The names of all metric profiles, as suggestions. */
export function useMetricProfileNames(): readonly Suggestion[] {
  const { data } = useQuery(metricProfileQueries.list())
  return useMemo(
    () =>
      (data ?? [])
        .toSorted(byName)
        .map(({ name, groupname }) => ({ value: name, ...(groupname !== '' && { hint: groupname }) })),
    [data],
  )
}

/** The service flavours of a metric profile, sorted; undefined until they are known. */
export function useProfileServices(name: string): readonly string[] | undefined {
  const { data: profiles } = useQuery(metricProfileQueries.list())
  const isKnown = profiles?.some((profile) => profile.name === name) ?? false
  const { data } = useQuery({ ...metricProfileQueries.details(name), enabled: isKnown })
  const services = isKnown ? data?.record.services : undefined
  return useMemo(() => services && inNameOrder(services.map(({ service }) => service)), [services])
}

/** Returns the services of a metric profile as a set. */
export function useKnownServices(name: string): ReadonlySet<string> | undefined {
  const services = useProfileServices(name)
  return useMemo(() => services && new Set(services), [services])
}
