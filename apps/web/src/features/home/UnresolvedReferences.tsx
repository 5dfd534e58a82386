import type { UnresolvedReferences as Found } from '@quatrain/contract/console/home.ts'
import { Link } from 'react-router'
import classes from './HomePage.module.css'

interface Props {
  readonly says: string
  readonly objects: readonly Found[]
  /** The path of the object with this name. */
  readonly details: (name: string) => string
}

/** The maximum number of objects shown. */
const maxShown = 5

/** Objects that refer to objects that do not exist, with the first names; nothing if there are none. */
export const UnresolvedReferences = ({ says, objects, details }: Props) =>
  objects.length > 0 && (
    <>
      <p>{says}</p>
      <ul className={classes.list}>
        {objects.slice(0, maxShown).map(({ name, missing, count }) => (
          <li key={name}>
            <Link to={details(name)}>{name}</Link>
            <span className="mono">
              {missing.join(', ')}
              {count > missing.length && ` and ${count - missing.length} more`}
            </span>
          </li>
        ))}
      </ul>
      {objects.length > maxShown && <p>And {objects.length - maxShown} more.</p>}
    </>
  )
