import { Link } from 'react-router'
import { crumbsOf } from '#app/crumbs.ts'
import { asLastSeen } from '#kit/page/list-memory.ts'
import classes from './Breadcrumbs.module.css'

/** The path from the home page to the current page. */
export function Breadcrumbs({ pathname }: { readonly pathname: string }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={classes.list}>
        {crumbsOf(pathname).map(({ label, to }) => (
          <li key={to ?? label} aria-current={to === undefined ? 'page' : undefined}>
            {to === undefined ? label : <Link to={asLastSeen(to)}>{label}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
