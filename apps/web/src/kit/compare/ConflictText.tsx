import { Button, Textarea } from '@mantine/core'
import { Mark } from '#ui/Mark.tsx'
import classes from './ConflictScreen.module.css'

interface Props {
  readonly label: string
  readonly theirs: string
  readonly mine: string
  readonly result: string
  /** Both changed it, each in their own way. */
  readonly hasToBeChosen: boolean
  readonly onChange: (text: string) => void
}

/** One text that somebody changed: either side's can be taken, or another be written. */
export function ConflictText({ label, theirs, mine, result, hasToBeChosen, onChange }: Props) {
  const take = (whose: string, text: string) => (
    <td>
      <p className={classes.text}>{text === '' ? <em>empty</em> : text}</p>
      <Button
        size="compact-xs"
        variant={text === result ? 'light' : 'default'}
        aria-pressed={text === result}
        onClick={() => onChange(text)}
      >
        {`Take ${whose}`}
      </Button>
    </td>
  )
  return (
    <tr>
      <th scope="row">
        {label} {hasToBeChosen && <Mark tone="warn">Both changed it</Mark>}
      </th>
      {take('theirs', theirs)}
      {take('mine', mine)}
      <td>
        <Textarea
          aria-label={`Result for ${label}`}
          rows={Math.min(8, Math.ceil((result.length + 1) / 40))}
          resize="vertical"
          value={result}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </td>
    </tr>
  )
}
