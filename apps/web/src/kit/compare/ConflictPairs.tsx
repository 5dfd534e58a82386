import { Button } from '@mantine/core'
import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { keyChanges, withValue } from '#lib/three-way-pairs.ts'
import { Mark } from '#ui/Mark.tsx'
import classes from './ConflictScreen.module.css'

interface Props {
  readonly label: string
  readonly base: readonly KeyValue[]
  readonly mine: readonly KeyValue[]
  readonly theirs: readonly KeyValue[]
  readonly result: readonly KeyValue[]
  readonly onChange: (result: readonly KeyValue[]) => void
}

/** The keys whose value somebody changed: either side's value can be taken. */
export function ConflictPairs({ label, base, mine, theirs, result, onChange }: Props) {
  return keyChanges(base, mine, theirs).map(({ key, side, ...values }) => {
    const taken = result.find((pair) => pair.key === key)?.value
    const take = (whose: 'theirs' | 'mine') => (
      <td>
        <p className={classes.text}>
          <Value of={values[whose]} />
        </p>
        <Button
          size="compact-xs"
          variant={values[whose] === taken ? 'light' : 'default'}
          aria-pressed={values[whose] === taken}
          aria-label={`Take ${whose} for ${key}`}
          onClick={() => onChange(withValue(result, key, values[whose]))}
        >
          {`Take ${whose}`}
        </Button>
      </td>
    )
    return (
      <tr key={key}>
        <th scope="row">
          <span className={classes.part}>{label}</span>
          <span className="mono">{key}</span> {side === 'both differently' && <Mark tone="warn">Both changed it</Mark>}
        </th>
        {take('theirs')}
        {take('mine')}
        <td>
          <Value of={taken} />
        </td>
      </tr>
    )
  })
}

const Value = ({ of: value }: { readonly of: string | undefined }) => {
  if (value === undefined) return <em>not there</em>
  return value === '' ? <em>empty</em> : <span className="mono">{value}</span>
}
