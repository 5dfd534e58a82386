import { Link } from 'react-router'
import { namedKinds } from '#lib/kinds.ts'
import classes from './HomePage.module.css'

/** A number and the list that it counts. */
export interface CountedLink {
  readonly says: string
  /** Small words behind it. */
  readonly note?: string
  readonly to: string
  /** Undefined while it is being loaded, null if it cannot be loaded. */
  readonly count: number | null | undefined
}

export const CountedLinks = ({ links }: { readonly links: readonly CountedLink[] }) => (
  <ul className={classes.list}>
    {links.map(({ says, note, to, count }) => (
      <li key={says}>
        <span>
          <Link to={to}>{says}</Link>
          {note && <span className={classes.kind}>{note}</span>}
        </span>
        {count === null ? (
          <span>not available</span>
        ) : (
          <span className="mono">{count?.toLocaleString('en') ?? '…'}</span>
        )}
      </li>
    ))}
  </ul>
)

/** The kinds with these names in addresses, in this order, each with the number of its objects, if that is known. */
export const countedKinds = <Name extends string>(
  names: readonly Name[],
  counts: Readonly<Record<Name, number>> | undefined,
) =>
  names.flatMap((name) =>
    namedKinds
      .filter(({ path }) => path === name)
      .map(({ label, paths: { list } }) => ({ label: label.many, to: list, count: counts?.[name] })),
  )
