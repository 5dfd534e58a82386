import type { ReactNode } from 'react'
import { Icon, type IconName } from '#ui/Icon.tsx'
import type { Row, RowDefinition } from './row-definition.ts'
import type { RowEdits } from './row-edits.ts'
import classes from './rows.module.css'

interface Props<Values> {
  readonly definition: RowDefinition<Values>
  readonly row: Row<Values>
  readonly number: number
  readonly isLast: boolean
  readonly edits: RowEdits<Values>
  /** The name of the table, where rows are named by it and not by numbers. */
  readonly prefix: string | undefined
  /** The order of the rows counts. */
  readonly isMovable: boolean
  readonly isLocked: boolean
  /** Further actions, before these. */
  readonly children?: ReactNode
}

/** Actions for a row. */
export function RowActions<Values>(props: Props<Values>) {
  const { definition, row, number, isLast, edits, prefix, isMovable, isLocked, children } = props
  const { one, nameOf } = definition
  const name = nameOf(row)
  /** A table of which the order counts shows no numbers. */
  const ordered = (verb: string) => `${prefix}: ${verb} ${name || `row ${number}`}`
  return (
    <td className={classes.actions}>
      {children}
      {isMovable && (
        <>
          <Action
            icon="up"
            title="Move up"
            label={ordered('Move up')}
            cell="up"
            isDisabled={number === 1}
            run={() => edits.move(row.id, -1, 'up')}
          />
          <Action
            icon="down"
            title="Move down"
            label={ordered('Move down')}
            cell="down"
            isDisabled={isLast}
            run={() => edits.move(row.id, 1, 'down')}
          />
        </>
      )}
      <Action
        icon="insert"
        title="Insert below"
        label={isMovable ? ordered('Insert below') : `Insert below row ${number}`}
        run={() => edits.insertBelow(row.id)}
      />
      <Action
        icon="close"
        title="Remove"
        label={isMovable ? ordered('Remove') : `Remove ${one} ${number}: ${name || 'blank'}`}
        cell="remove"
        isDisabled={isLocked}
        run={() => edits.remove(row.id)}
      />
    </td>
  )
}

interface ActionProps {
  readonly icon: IconName
  readonly title: string
  readonly label: string
  readonly cell?: string
  readonly isDisabled?: boolean
  readonly run: () => void
}

const Action = ({ icon, title, label, cell, isDisabled = false, run }: ActionProps) => (
  <button
    type="button"
    className={classes.action}
    data-cell={cell}
    aria-label={label}
    title={title}
    disabled={isDisabled}
    onClick={run}
  >
    <Icon name={icon} size={16} />
  </button>
)
