import type { RecentChange } from '@quatrain/contract/home.ts'
import { Link } from 'react-router'
import { Moment } from '#kit/Moment.tsx'
import { startOfYesterday } from '#lib/dates.ts'
import classes from './HomePage.module.css'
import { knownKind } from './known-kinds.ts'

/** What changed since yesterday, and by whom. A write counts once, however much went with it. */
export function RecentChanges({ changes }: { readonly changes: readonly RecentChange[] | undefined }) {
  const since = startOfYesterday(new Date()).toISOString()
  const recent = changes?.filter(({ at }) => at >= since)
  return (
    <section className={classes.panel} aria-labelledby="changes" aria-busy={!recent}>
      <h2 id="changes">Changed since yesterday</h2>
      {recent?.length === 0 && <p>Nothing has been changed since yesterday.</p>}
      {recent && recent.length > 0 && (
        <ul className={classes.list}>
          {recent.map((change) => (
            <ChangeLine key={`${change.at} ${change.kind} ${change.name}`} change={change} />
          ))}
        </ul>
      )}
    </section>
  )
}

const done = { add: 'added', change: 'changed', delete: 'deleted' } as const

function ChangeLine({ change: { at, actor, action, kind, name, others } }: { readonly change: RecentChange }) {
  const known = knownKind(kind)
  return (
    <li>
      <span>
        <b>{actor}</b> {done[action]} the {known?.resource.label.one ?? kind}{' '}
        {known && action !== 'delete' ? <Link to={known.paths.details(name)}>{name}</Link> : <b>{name}</b>}
        {others > 0 && `, and with it ${others === 1 ? 'another object' : `${others} other objects`}`}
      </span>
      <Moment iso={at} />
    </li>
  )
}
