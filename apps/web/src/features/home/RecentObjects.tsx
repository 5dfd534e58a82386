import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { Moment } from '#kit/Moment.tsx'
import { recentVisits, type Visit } from '#kit/recent.ts'
import { useSurroundings } from '#kit/visitor.tsx'
import classes from './HomePage.module.css'

/** The objects that the person opened last in this browser. */
export function RecentObjects() {
  const { user } = useSurroundings()
  const visits = recentVisits(user?.username ?? '').filter(({ kind }) => kind === metricProfiles.kind)
  return (
    <section className={classes.panel} aria-labelledby="recent">
      <h2 id="recent">Opened last</h2>
      {visits.length === 0 ? (
        <p>What you open appears here, so that you find it again.</p>
      ) : (
        <ul className={classes.list}>{visits.map(entry)}</ul>
      )}
    </section>
  )
}

const entry = ({ kind, name, at }: Visit) => (
  <li key={`${kind}/${name}`}>
    <span>
      <Link to={paths.metricProfiles.details(name)}>{name}</Link>
      <span className={classes.kind}>{metricProfiles.label.one}</span>
    </span>
    <Moment iso={at} />
  </li>
)
