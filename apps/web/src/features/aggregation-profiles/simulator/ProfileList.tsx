import { memo } from 'react'
import { counted } from '#lib/words.ts'
import type { AggregatedGroup } from './formula.ts'
import classes from './simulator.module.css'

interface Props {
  readonly result: string
  readonly operation: string
  readonly groups: readonly AggregatedGroup[]
}

/** The maximum number of groups, and of services of a group, that are listed; more are counted. The form above has all of them. */
const maxItems = 20

/** The formula as a nested list: the result, its groups, and their services. */
export const ProfileList = ({ result, operation, groups }: Props) => (
  <ul className={classes.nested} aria-label="Formula as a list">
    <li>
      <strong>{result}</strong> is {combined(operation, groups.length, 'group')}
      <ul>
        {groups.slice(0, maxItems).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: in a form, names can repeat or be missing
          <Group key={index} {...group} />
        ))}
        <More count={groups.length - maxItems} one="group" />
      </ul>
    </li>
  </ul>
)

/** Typing in a form changes one of many groups. */
const Group = memo(
  ({ name, operation, services }: AggregatedGroup) => (
    <li>
      <strong className="mono">{name || 'Group without a name'}</strong> is{' '}
      {combined(operation, services.length, 'service')}
      <ul>
        {services.slice(0, maxItems).map(({ name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat
          <li key={index} className="mono">
            {name}
          </li>
        ))}
        <More count={services.length - maxItems} one="service" />
      </ul>
    </li>
  ),
  (a, b) =>
    a.name === b.name &&
    a.operation === b.operation &&
    a.services.length === b.services.length &&
    a.services.every(({ name }, index) => name === b.services[index]?.name),
)

const combined = (operation: string, count: number, one: string) => `${operation || '?'} of ${counted(count, one)}`

const More = ({ count, one }: { readonly count: number; readonly one: string }) =>
  count > 0 && <li>{counted(count, `more ${one}`)}</li>
