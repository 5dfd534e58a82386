import { Checkbox } from '@mantine/core'
import { type Choice, type Choices, type Entry, takenSide } from '@quatrain/contract/compare/sides.ts'
import { Mark } from '#ui/Mark.tsx'
import { ConflictLabel } from './ConflictLabel.tsx'
import classes from './ConflictScreen.module.css'

interface Props {
  readonly entry: Extract<Entry, { kind: 'member' }>
  readonly choices: Choices
  readonly onChoose: (choice: Choice) => void
}

const allSides = ['theirs', 'mine', 'base'] as const

/** A member without fields that was added or removed: it is kept or left out. */
export function ConflictMember({ entry, choices, onChoose }: Props) {
  const { sides, side, labels } = entry
  const isAdded = sides.base === undefined
  const isKept = sides[takenSide(entry, choices)] !== undefined
  const name = labels.slice(1).join(', ')
  const mark = <Mark tone={isAdded ? 'good' : 'bad'}>{isAdded ? '+ added' : '− removed'}</Mark>
  const unchanged = <span className={classes.unchanged}>unchanged</span>
  const choose = (keep: boolean) => {
    const chosenSide = allSides.find((whose) => (sides[whose] !== undefined) === keep)
    if (chosenSide) onChoose(chosenSide)
  }
  return (
    <tr>
      <ConflictLabel entry={entry} />
      <td>{side === 'mine' ? unchanged : mark}</td>
      <td>{side === 'theirs' ? unchanged : mark}</td>
      <td>
        <Checkbox
          label={isKept ? 'In the result' : 'Left out'}
          aria-label={`Keep ${name}`}
          checked={isKept}
          onChange={(event) => choose(event.currentTarget.checked)}
        />
      </td>
    </tr>
  )
}
