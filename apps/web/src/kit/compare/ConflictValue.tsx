import { type Choice, type Choices, type Entry, takenSide } from '@quatrain/contract/compare/sides.ts'
import type { ReactNode } from 'react'
import { ConflictLabel } from './ConflictLabel.tsx'
import { ConflictSide } from './ConflictSide.tsx'

interface Props {
  readonly entry: Entry
  readonly choices: Choices
  readonly show: (side: 'theirs' | 'mine') => ReactNode
  readonly result: ReactNode
  readonly onChoose: (choice: Choice) => void
}

/** A changed value, of which either side can be taken. */
export function ConflictValue({ entry, choices, show, result, onChoose }: Props) {
  const taken = takenSide(entry, choices)
  const name = entry.labels.slice(entry.labels.length > 1 ? 1 : 0).join(', ')
  const what = entry.kind === 'order' ? `the order of ${name}` : name
  const side = (whose: 'theirs' | 'mine') => (
    <ConflictSide
      whose={whose}
      isTaken={taken === whose || entry.side === 'both alike'}
      label={`Take ${whose} for ${what}`}
      onTake={() => onChoose(whose)}
    >
      {show(whose)}
    </ConflictSide>
  )
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
