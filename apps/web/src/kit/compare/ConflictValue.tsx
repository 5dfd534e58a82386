import { Button } from '@mantine/core'
import { type Choice, type Choices, type Entry, takenSide } from '@quatrain/contract/compare/sides.ts'
import type { ReactNode } from 'react'
import { ConflictLabel } from './ConflictLabel.tsx'
import classes from './ConflictScreen.module.css'

interface Props {
  readonly entry: Entry
  readonly choices: Choices
  readonly show: (side: 'theirs' | 'mine') => ReactNode
  readonly result: ReactNode
  readonly onChoose: (choice: Choice) => void
}

/** One thing that somebody changed, of which either side can be taken as it is. */
export function ConflictValue({ entry, choices, show, result, onChoose }: Props) {
  const taken = takenSide(entry, choices)
  const name = entry.labels.slice(entry.labels.length > 1 ? 1 : 0).join(', ')
  const what = entry.what === 'order' ? `the order of ${name}` : name
  const side = (whose: 'theirs' | 'mine') => {
    const isTaken = taken === whose || entry.side === 'both alike'
    return (
      <td>
        <p className={classes.text}>{show(whose)}</p>
        <Button
          size="compact-xs"
          variant={isTaken ? 'light' : 'default'}
          aria-pressed={isTaken}
          aria-label={`Take ${whose} for ${what}`}
          onClick={() => onChoose(whose)}
        >
          {`Take ${whose}`}
        </Button>
      </td>
    )
  }
  return (
    <tr>
      <ConflictLabel entry={entry} />
      {side('theirs')}
      {side('mine')}
      <td>{result}</td>
    </tr>
  )
}

/** A text, or that there is none. */
export const Shown = ({ text }: { readonly text: string | undefined }) => {
  if (text === undefined) return <em>not there</em>
  return text === '' ? <em>empty</em> : <span className="mono">{text}</span>
}
