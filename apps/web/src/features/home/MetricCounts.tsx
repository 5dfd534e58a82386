import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { metricNamesFor } from '#features/metrics/metrics.queries.ts'
import { Failure } from '#kit/Failure.tsx'
import classes from './HomePage.module.css'

/** How many metrics there are; the number leads to their list. */
export function MetricCounts() {
  const { data, error, refetch } = useQuery(metricNamesFor('member'))
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  return (
    <section className={classes.panel} aria-labelledby="metric-counts" aria-busy={!data}>
      <h2 id="metric-counts">Metrics</h2>
      <ul className={classes.list}>
        <li>
          <Link to={paths.metrics.list}>All metrics</Link>
          <span className="mono">{data?.size.toLocaleString('en') ?? '…'}</span>
        </li>
      </ul>
    </section>
  )
}
