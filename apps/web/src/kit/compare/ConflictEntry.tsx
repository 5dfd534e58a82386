import { Button, Checkbox, Textarea } from '@mantine/core'
import { show } from '@quatrain/contract/compare/compare.ts'
import type { Item, Scalar } from '@quatrain/contract/compare/field.ts'
import {
  type Choice,
  type Choices,
  type Entry,
  type Sides,
  takenSide,
  takenValue,
} from '@quatrain/contract/compare/sides.ts'
import type { ReactNode } from 'react'
import { Mark } from '#ui/Mark.tsx'
import classes from './ConflictScreen.module.css'

interface EntryProps<What extends Entry['kind'] = Entry['kind']> {
  readonly entry: Extract<Entry, { kind: What }>
  readonly choices: Choices
  readonly onChoose: (choice: Choice) => void
}

/** One entry of a conflict: both sides, and the result. */
export function ConflictEntry({ entry, ...props }: EntryProps) {
  if (entry.kind === 'value') {
    const { field, labels, sides } = entry
    if (field.kind === 'text' && labels.length === 1) return <ConflictText entry={entry} {...props} />
    const words = (value: Scalar) => (field.kind === 'choice' ? field.words(value) : String(value))
    return <ConflictValue entry={entry} {...props} textOf={(side) => words(sides[side])} />
  }
  const { field } = entry
  if (entry.kind === 'member') {
    if (Object.keys(field.fields).length === 0) return <ConflictMember entry={entry} {...props} />
    const words = (item: Item | undefined) =>
      item === undefined || typeof item === 'string' ? item : show(field.fields, item)
    return <ConflictValue entry={entry} {...props} textOf={(side) => words(entry.sides[side])} />
  }
  const inOrder = (items: readonly Item[]) => items.map((item) => field.cellsOf(item).join(' ')).join(', ')
  return <ConflictValue entry={entry} {...props} textOf={(side) => inOrder(entry.sides[side])} />
}

/** A changed text: either side can be taken, or another text written. */
function ConflictText({ entry, choices, onChoose }: EntryProps<'value'>) {
  const result = String(takenValue(entry, choices))
  const sideCell = (side: 'theirs' | 'mine') => {
    const text = String(entry.sides[side])
    return (
      <ConflictSide side={side} isTaken={text === result} onTake={() => onChoose(side)}>
        {text === '' ? <em>empty</em> : text}
      </ConflictSide>
    )
  }
  return (
    <tr>
      <ConflictLabel entry={entry} />
      {sideCell('theirs')}
      {sideCell('mine')}
      <td>
        <Textarea
          aria-label={`Result for ${entry.labels.join(', ')}`}
          rows={Math.min(8, Math.ceil((result.length + 1) / 40))}
          resize="vertical"
          value={result}
          onChange={(event) => onChoose({ value: event.currentTarget.value })}
        />
      </td>
    </tr>
  )
}

const allSides = ['theirs', 'mine', 'base'] as const

/** A member without fields that was added or removed: it is kept or left out. */
function ConflictMember({ entry, choices, onChoose }: EntryProps<'member'>) {
  const { sides, side, labels } = entry
  const isAdded = sides.base === undefined
  const isKept = sides[takenSide(entry, choices)] !== undefined
  const name = labels.slice(1).join(', ')
  const mark = <Mark tone={isAdded ? 'good' : 'bad'}>{isAdded ? '+ added' : '− removed'}</Mark>
  const unchanged = <span className={classes.unchanged}>unchanged</span>
  const choose = (keep: boolean) => {
    const chosenSide = allSides.find((candidate) => (sides[candidate] !== undefined) === keep)
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

interface ValueProps extends EntryProps {
  /** Undefined if a side does not have it. */
  readonly textOf: (side: keyof Sides<unknown>) => string | undefined
}

/** A changed value, of which either side can be taken. */
function ConflictValue({ entry, choices, textOf, onChoose }: ValueProps) {
  const resultSide = takenSide(entry, choices)
  const name = entry.labels.slice(entry.labels.length > 1 ? 1 : 0).join(', ')
  const subject = entry.kind === 'order' ? `the order of ${name}` : name
  const sideCell = (side: 'theirs' | 'mine') => (
    <ConflictSide
      side={side}
      isTaken={resultSide === side || entry.side === 'both alike'}
      label={`Take ${side} for ${subject}`}
      onTake={() => onChoose(side)}
    >
      {textOrNone(textOf(side))}
    </ConflictSide>
  )
  return (
    <tr>
      <ConflictLabel entry={entry} />
      {sideCell('theirs')}
      {sideCell('mine')}
      <td>{textOrNone(textOf(resultSide))}</td>
    </tr>
  )
}

/** A text, or that there is none. */
function textOrNone(text: string | undefined) {
  if (text === undefined) return <em>not there</em>
  return text === '' ? <em>empty</em> : <span className="mono">{text}</span>
}

interface SideProps {
  readonly side: 'theirs' | 'mine'
  readonly isTaken: boolean
  /** The accessible name of the button, if its text is not sufficient. */
  readonly label?: string
  readonly onTake: () => void
  readonly children: ReactNode
}

/** The cell of one side of a conflict: its value, and the button that takes it. */
const ConflictSide = ({ side, isTaken, label, onTake, children }: SideProps) => (
  <td>
    <p className={classes.text}>{children}</p>
    <Button
      size="compact-xs"
      variant={isTaken ? 'light' : 'default'}
      aria-pressed={isTaken}
      aria-label={label}
      onClick={onTake}
    >
      {`Take ${side}`}
    </Button>
  </td>
)

/** The place of an entry: the field of the object, and the member and its field. */
function ConflictLabel({ entry: { labels, side, kind } }: { readonly entry: Entry }) {
  const [field = '', ...path] = kind === 'order' ? [...labels, 'order'] : labels
  return (
    <th scope="row">
      {path.length === 0 ? (
        field
      ) : (
        <>
          <span className={classes.part}>{field}</span>
          <span className="mono">{path.join(' › ')}</span>
        </>
      )}{' '}
      {side === 'both differently' && <Mark tone="warn">Both changed it</Mark>}
    </th>
  )
}
