import type { Entry } from '@quatrain/contract/compare/sides.ts'
import { Mark } from '#ui/Mark.tsx'
import classes from './ConflictScreen.module.css'

/** The place of an entry: the field of the object, and the member and its field. */
export function ConflictLabel({ entry: { labels, side, kind } }: { readonly entry: Entry }) {
  const [field = '', ...inside] = kind === 'order' ? [...labels, 'order'] : labels
  return (
    <th scope="row">
      {inside.length === 0 ? (
        field
      ) : (
        <>
          <span className={classes.part}>{field}</span>
          <span className="mono">{inside.join(' › ')}</span>
        </>
      )}{' '}
      {side === 'both differently' && <Mark tone="warn">Both changed it</Mark>}
    </th>
  )
}
