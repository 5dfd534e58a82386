import { Textarea } from '@mantine/core'
import type { Choice, Entry } from '@quatrain/contract/compare/sides.ts'
import { ConflictLabel } from './ConflictLabel.tsx'
import { ConflictSide } from './ConflictSide.tsx'

interface Props {
  readonly entry: Extract<Entry, { kind: 'value' }>
  readonly result: string
  readonly onChoose: (choice: Choice) => void
}

/** A changed text: either side can be taken, or another text written. */
export function ConflictText({ entry, result, onChoose }: Props) {
  const side = (whose: 'theirs' | 'mine') => {
    const text = String(entry.sides[whose])
    return (
      <ConflictSide whose={whose} isTaken={text === result} onTake={() => onChoose(whose)}>
        {text === '' ? <em>empty</em> : text}
      </ConflictSide>
    )
  }
  return (
    <tr>
      <ConflictLabel entry={entry} />
      {side('theirs')}
      {side('mine')}
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
