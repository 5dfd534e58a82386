import type { ReactNode } from 'react'
import { Icon } from '#ui/Icon.tsx'
import classes from './rows.module.css'
import type { RowEdits } from './use-row-edits.ts'

interface Props {
  readonly id: string
  readonly number: number
  /** What a row is called: 'pair'. */
  readonly what: string
  readonly name: string
  readonly edits: Pick<RowEdits<never>, 'insertBelow' | 'remove'>
  /** Further actions, before these. */
  readonly children?: ReactNode
}

/** What can be done with a row as a whole. */
export const RowActions = ({ id, number, what, name, edits, children }: Props) => (
  <td className={classes.actions}>
    {children}
    <button
      type="button"
      className={classes.action}
      aria-label={`Insert below row ${number}`}
      title="Insert below"
      onClick={() => edits.insertBelow(id)}
    >
      <Icon name="insert" size={16} />
    </button>
    <button
      type="button"
      className={classes.action}
      data-cell="remove"
      aria-label={`Remove ${what} ${number}: ${name}`}
      title="Remove"
      onClick={() => edits.remove(id)}
    >
      <Icon name="close" size={16} />
    </button>
  </td>
)
