import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { Moment } from '#kit/Moment.tsx'
import { recentVisits, type Visit } from '#kit/recent.ts'
import type { ResourcePaths } from '#kit/resource-paths.ts'
import { useSurroundings } from '#kit/visitor.tsx'
import classes from './HomePage.module.css'

/** The objects that the person opened last in this browser. */
export function RecentObjects() {
  const { user } = useSurroundings()
  const entries = recentVisits(user?.username ?? '').flatMap(entry)
  return (
    <section className={classes.panel} aria-labelledby="recent">
      <h2 id="recent">Opened last</h2>
      {entries.length === 0 ? (
        <p>What you open appears here, so that you find it again.</p>
      ) : (
        <ul className={classes.list}>{entries}</ul>
      )}
    </section>
  )
}

/** What can be opened, and where. */
const known: readonly (readonly [Resource, ResourcePaths])[] = [
  [metricProfiles, paths.metricProfiles],
  [metrics, paths.metrics],
]

const entry = ({ kind, name, at }: Visit) =>
  known
    .filter(([resource]) => resource.kind === kind)
    .map(([{ label }, { details }]) => (
      <li key={`${kind}/${name}`}>
        <span>
          <Link to={details(name)}>{name}</Link>
          <span className={classes.kind}>{label.one}</span>
        </span>
        <Moment iso={at} />
      </li>
    ))
