import type { RecentChange } from '@quatrain/contract/console/home.ts'
import { Link } from 'react-router'
import { Moment } from '#kit/page/Moment.tsx'
import { startOfYesterday } from '#lib/dates.ts'
import { kindOf } from '#lib/kinds.ts'
import { paths as appPaths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { unknownAuthor } from '#lib/words.ts'
import panel from '#ui/panel.module.css'
import classes from './HomePage.module.css'

/** The maximum number of older changes. */
const maxEarlier = 10

/**
 * The changes since yesterday with their authors, or the last ones before. A write counts once, with all its side
 * effects.
 */
export function RecentChanges({ changes }: { readonly changes: readonly RecentChange[] }) {
  const since = startOfYesterday(new Date()).toISOString()
  const recent = changes.filter(({ at }) => at >= since)
  const visibleChanges = recent.length > 0 ? recent : changes.slice(0, maxEarlier)
  return (
    <section className={panel.panel} aria-labelledby="changes">
      <h2 id="changes">{recent.length === 0 ? 'Latest changes' : 'Changed since yesterday'}</h2>
      {recent.length === 0 && <p>Nothing has been changed since yesterday.</p>}
      {visibleChanges.length > 0 && (
        <ul className={classes.list}>
          {visibleChanges.map((change) => (
            <ChangeLine key={`${change.at} ${change.kind} ${change.name}`} change={change} />
          ))}
        </ul>
      )}
      {visibleChanges.length > 0 && (
        <p>
          <Link to={appPaths.changes}>All changes</Link>
        </p>
      )}
    </section>
  )
}

const done = { add: 'added', change: 'changed', delete: 'deleted' } as const

function ChangeLine({ change }: { readonly change: RecentChange }) {
  const { at, actor, action, kind, id, name, others } = change
  const knownKind = kindOf(kind)
  const key = knownKind?.key === 'id' ? String(id) : name
  const difference = knownKind && differenceOf(change, key, knownKind.paths)
  return (
    <li>
      <span>
        <b>{actor || unknownAuthor}</b> {done[action]} the {knownKind?.label.one ?? kind}{' '}
        {knownKind && action !== 'delete' ? <Link to={knownKind.paths.details(key)}>{name}</Link> : <b>{name}</b>}
        {others > 0 && `, and with it ${others === 1 ? 'another object' : `${others} other objects`}`}
        {difference && (
          <>
            {'. '}
            <Link to={difference.to} aria-label={`${difference.label} of ${name}`}>
              {difference.label}
            </Link>
          </>
        )}
      </span>
      <Moment iso={at} isRelative />
    </li>
  )
}

/** The page that shows how a write changed its object. */
const differenceOf = ({ action, number }: RecentChange, key: string, paths: ResourcePaths) =>
  ({
    add: undefined,
    change: { label: 'Difference', to: appPaths.change(number) },
    delete: { label: 'History', to: paths.history(key) },
  })[action]
