import { Checkbox } from '@mantine/core'
import type { ItemChange } from '#lib/three-way.ts'
import { Mark } from '#ui/Mark.tsx'
import classes from './ConflictScreen.module.css'
import { itemOfKey } from './parts.ts'

interface Props {
  readonly label: string
  readonly changes: readonly ItemChange[]
  readonly kept: ReadonlySet<string>
  readonly onChange: (key: string, isKept: boolean) => void
}

/** The members of a list that somebody added or removed; each can be kept or left out. */
export function ConflictItems({ label, changes, kept, onChange }: Props) {
  return changes.map(({ item, change, side }) => {
    const what = itemOfKey(item).join(', ')
    const mark = <Mark tone={change === 'added' ? 'good' : 'bad'}>{change === 'added' ? '+ added' : '− removed'}</Mark>
    return (
      <tr key={item}>
        <th scope="row">
          <span className={classes.part}>{label}</span>
          <span className="mono">{what}</span>
        </th>
        <td>{side === 'mine' ? <span className={classes.unchanged}>unchanged</span> : mark}</td>
        <td>{side === 'theirs' ? <span className={classes.unchanged}>unchanged</span> : mark}</td>
        <td>
          <Checkbox
            label={kept.has(item) ? 'In the result' : 'Left out'}
            aria-label={`Keep ${what}`}
            checked={kept.has(item)}
            onChange={(event) => onChange(item, event.currentTarget.checked)}
          />
        </td>
      </tr>
    )
  })
}
