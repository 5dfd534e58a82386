import type { Row, RowDefinition } from '#kit/rows/row-definition.ts'
import type { RowEdits } from '#kit/rows/row-edits.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import classes from './rows.module.css'

interface Props<Values> {
  readonly definition: RowDefinition<Values>
  readonly row: Row<Values>
  readonly number: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly edits: RowEdits<Values>
  /** The name of the table, where rows are named by it and not by numbers. */
  readonly prefix: string | undefined
  /** Where users can move the rows; undefined if they cannot. */
  readonly moves: MoveWords | undefined
  readonly isLocked: boolean
}

/** What moving a row is called. */
interface MoveWord {
  readonly title: string
  /** With the name of the row. */
  readonly of: (name: string) => string
}

/** What moving a row in either direction is called. */
export interface MoveWords {
  readonly up: MoveWord
  readonly down: MoveWord
}

/** Moves within a list. */
export const withinList: MoveWords = {
  up: { title: 'Move up', of: (name) => `Move up ${name}` },
  down: { title: 'Move down', of: (name) => `Move down ${name}` },
}

/** Actions for a row. */
export function RowActions<Values>(props: Props<Values>) {
  const { definition, row, number, isFirst, isLast, edits, prefix, moves, isLocked } = props
  const { one, nameOf } = definition
  const name = nameOf(row)
  /** Tables whose rows can be moved show no numbers. */
  const ordered = (of: MoveWord['of']) => `${prefix}: ${of(name || `row ${number}`)}`
  return (
    <>
      {moves && (
        <>
          <Action
            icon="up"
            title={moves.up.title}
            label={ordered(moves.up.of)}
            cell="up"
            isDisabled={isFirst}
            run={() => edits.move(row.id, -1, 'up')}
          />
          <Action
            icon="down"
            title={moves.down.title}
            label={ordered(moves.down.of)}
            cell="down"
            isDisabled={isLast}
            run={() => edits.move(row.id, 1, 'down')}
          />
        </>
      )}
      <Action
        icon="insert"
        title="Insert below"
        label={moves ? ordered((name) => `Insert below ${name}`) : `Insert below row ${number}`}
        run={() => edits.insertBelow(row.id)}
      />
      <Action
        icon="close"
        title="Remove"
        label={moves ? ordered((name) => `Remove ${name}`) : `Remove ${one} ${number}: ${name || 'blank'}`}
        cell="remove"
        isDisabled={isLocked}
        run={() => edits.remove(row.id)}
      />
    </>
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
