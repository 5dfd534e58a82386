import { Link } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { recentVisits, type Visit } from '#kit/page/recent.ts'
import { kindOf } from '#lib/kinds.ts'
import panel from '#ui/panel.module.css'
import classes from './HomePage.module.css'

/** The objects that the user opened last in this browser. */
export function RecentObjects() {
  const { user } = useConsoleContext()
  const entries = recentVisits(user?.username ?? '').flatMap(entry)
  return (
    <section className={panel.panel} aria-labelledby="recent">
      <h2 id="recent">Opened last</h2>
      {entries.length === 0 ? (
        <p>What you open appears here, so that you find it again.</p>
      ) : (
        <ul className={classes.list}>{entries}</ul>
      )}
    </section>
  )
}

function entry({ kind, name, title = name, at }: Visit) {
  const knownKind = kindOf(kind)
  if (!knownKind) return []
  return [
    <li key={`${kind}/${name}`}>
      <span>
        <Link to={knownKind.paths.details(name)}>{title}</Link>
        <span className={classes.kind}>{knownKind.resource.label.one}</span>
      </span>
      <Moment iso={at} isRelative />
    </li>,
  ]
}
