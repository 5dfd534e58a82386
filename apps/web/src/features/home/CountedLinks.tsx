import { Link } from 'react-router'
import classes from './HomePage.module.css'

/** A number and the list that it counts. */
export interface CountedLink {
  readonly says: string
  readonly to: string
  /** Undefined while it is being loaded, null if it cannot be loaded. */
  readonly count: number | null | undefined
}

export const CountedLinks = ({ links }: { readonly links: readonly CountedLink[] }) => (
  <ul className={classes.list}>
    {links.map(({ says, to, count }) => (
      <li key={says}>
        <Link to={to}>{says}</Link>
        {count === null ? (
          <span>not available</span>
        ) : (
          <span className="mono">{count?.toLocaleString('en') ?? '…'}</span>
        )}
      </li>
    ))}
  </ul>
)
