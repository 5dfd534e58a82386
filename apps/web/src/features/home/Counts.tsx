import { home } from '@quatrain/contract/console/home.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { useQuery } from '@tanstack/react-query'
import { metricProfileQueries } from '#features/metric-profiles/metric-profiles.queries.ts'
import { operationsProfiles } from '#features/operations-profiles/operations-profiles.queries.ts'
import { serviceTypes } from '#features/service-types/service-types.queries.ts'
import { useMay } from '#kit/api/console-context.tsx'
import { Failure } from '#kit/page/Failure.tsx'
import { compareNames } from '#lib/name-order.ts'
import { paths } from '#lib/paths.ts'
import panel from '#ui/panel.module.css'
import { CountedLinks, countedKinds } from './CountedLinks.tsx'

const { options: names } = home.answer.shape.counts.keyof()

/** The numbers of objects, and of those that the user may change; each number links to its list. */
export function Counts({ counted }: { readonly counted: AnswerOf<typeof home> }) {
  const { data, error, refetch } = useQuery(metricProfileQueries.list())
  const types = useQuery(serviceTypes)
  const operations = useQuery(operationsProfiles())
  const may = useMay()
  const { list } = paths.metricProfiles
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  const groups = new Map<string, number>()
  for (const profile of data ?? []) {
    if (may('change', metricProfiles, profile)) groups.set(profile.groupname, (groups.get(profile.groupname) ?? 0) + 1)
  }
  return (
    <section className={panel.panel} aria-labelledby="counts" aria-busy={!data}>
      <h2 id="counts">How many</h2>
      <CountedLinks
        links={[
          ...countedKinds(names, counted.counts).map(({ label, ...link }) => ({ says: `All ${label}`, ...link })),
          {
            says: 'All operations profiles',
            to: paths.operationsProfiles.list,
            count: countOf(operations, operations.data?.profiles),
          },
          { says: 'All service types', to: paths.serviceTypes.list, count: countOf(types, types.data) },
          ...[...groups]
            .sort(([a], [b]) => compareNames(a, b))
            .map(([group, count]) => {
              const to = `${list}?${new URLSearchParams({ groupname: group })}`
              return { says: `Metric profiles of ${group}, yours to change`, to, count }
            }),
        ]}
      />
    </section>
  )
}

/** The number of objects that only the Web API stores. */
const countOf = ({ error }: { readonly error: Error | null }, rows: readonly unknown[] | undefined) =>
  rows?.length ?? (error ? null : undefined)
