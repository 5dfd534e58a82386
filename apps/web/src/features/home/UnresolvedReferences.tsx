import type { UnresolvedReferences as Found } from '@quatrain/contract/console/home.ts'
import { Link } from 'react-router'
import classes from './HomePage.module.css'

interface Props {
  readonly says: string
  readonly profiles: readonly Found[]
  /** The path of the profile with this name. */
  readonly details: (name: string) => string
}

/** The maximum number of profiles shown. */
const maxShown = 5

/** Profiles that refer to objects that do not exist, with the first names; nothing if there are none. */
export const UnresolvedReferences = ({ says, profiles, details }: Props) =>
  profiles.length > 0 && (
    <>
      <p>{says}</p>
      <ul className={classes.list}>
        {profiles.slice(0, maxShown).map(({ name, missing, count }) => (
          <li key={name}>
            <Link to={details(name)}>{name}</Link>
            <span className="mono">
              {missing.join(', ')}
              {count > missing.length && ` and ${count - missing.length} more`}
            </span>
          </li>
        ))}
      </ul>
      {profiles.length > maxShown && <p>And {profiles.length - maxShown} more.</p>}
    </>
  )
