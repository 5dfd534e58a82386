import { Button, Textarea } from '@mantine/core'
import type { Choice, Entry } from '@quatrain/contract/compare/sides.ts'
import { ConflictLabel } from './ConflictLabel.tsx'
import classes from './ConflictScreen.module.css'

interface Props {
  readonly entry: Extract<Entry, { what: 'value' }>
  readonly result: string
  readonly onChoose: (choice: Choice) => void
}

/** One text that somebody changed: either side's can be taken, or another be written. */
export function ConflictText({ entry, result, onChoose }: Props) {
  const take = (whose: 'theirs' | 'mine') => {
    const text = String(entry.sides[whose])
    return (
      <td>
        <p className={classes.text}>{text === '' ? <em>empty</em> : text}</p>
        <Button
          size="compact-xs"
          variant={text === result ? 'light' : 'default'}
          aria-pressed={text === result}
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
      {take('theirs')}
      {take('mine')}
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
