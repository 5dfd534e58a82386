import type { home } from '@quatrain/contract/home.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { queries } from '#features/metric-profiles/metric-profiles.queries.ts'
import { Failure } from '#kit/Failure.tsx'
import { useMay } from '#kit/visitor.tsx'
import classes from './HomePage.module.css'

/** How many of everything there are, and how many of them the person may change; each number leads to its list. */
export function Counts({ counted }: { readonly counted: AnswerOf<typeof home> | undefined }) {
  const { data, error, refetch } = useQuery(queries.list())
  const may = useMay()
  const { list } = paths.metricProfiles
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  const groups = new Map<string, number>()
  for (const profile of data ?? []) {
    if (may('change', metricProfiles, profile)) groups.set(profile.groupname, (groups.get(profile.groupname) ?? 0) + 1)
  }
  return (
    <section className={classes.panel} aria-labelledby="counts" aria-busy={!data}>
      <h2 id="counts">How many</h2>
      <ul className={classes.list}>
        <li>
          <Link to={paths.metrics.list}>All metrics</Link>
          <span className="mono">{counted?.metrics.all.toLocaleString('en') ?? '…'}</span>
        </li>
        <li>
          <Link to={list}>All metric profiles</Link>
          <span className="mono">{counted?.metricProfiles.toLocaleString('en') ?? '…'}</span>
        </li>
        {[...groups].sort().map(([group, count]) => (
          <li key={group}>
            <Link to={`${list}?${new URLSearchParams({ groupname: group })}`}>
              Metric profiles of {group}, yours to change
            </Link>
            <span className="mono">{count.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
