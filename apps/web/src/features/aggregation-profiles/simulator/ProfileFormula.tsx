import { Button } from '@mantine/core'
import { memo, useDeferredValue, useId, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { View } from '#kit/api/queries.ts'
import details from '#kit/page/details.module.css'
import { counted } from '#lib/words.ts'
import { CopyButton } from '#ui/ValueText.tsx'
import type { AggregationProfileValues } from '../aggregation-profile-form.ts'
import { type AggregatedGroup, formulaOf, namedGroups, resultOf } from './formula.ts'
import { ProfileTree } from './ProfileTree.tsx'
import { Simulator } from './Simulator.tsx'
import classes from './simulator.module.css'

const watched = ['endpoint_group', 'profile_operation', 'groups'] as const

/** The formula of the aggregation profile in a form, in words and as a drawing, and a simulator of its results. */
export function ProfileFormula({ view = 'member' }: { readonly view?: View }) {
  const id = useId()
  const [isSimulated, simulate] = useState(false)
  const [endpoint_group, profile_operation, rows] = useWatch<AggregationProfileValues, typeof watched>({
    name: watched,
  })
  // Typing in a large profile does not wait for the formula.
  const deferred = useDeferredValue(rows)
  const profile = useMemo(
    () => ({ endpoint_group, profile_operation, groups: namedGroups(deferred) }),
    [endpoint_group, profile_operation, deferred],
  )
  const formula = useMemo(() => formulaOf(profile), [profile])
  const parts = { result: resultOf(endpoint_group), operation: profile_operation, groups: profile.groups }
  return (
    <section className={details.section} aria-labelledby={id}>
      <h2 id={id}>Formula</h2>
      <FormulaText formula={formula} />
      {isSimulated ? (
        <Simulator {...profile} view={view} />
      ) : (
        <>
          <ProfileList {...parts} />
          <ProfileTree {...parts} evaluation={undefined} />
        </>
      )}
      <div className={classes.controls}>
        <Button variant="default" aria-expanded={isSimulated} onClick={() => simulate(!isSimulated)}>
          {isSimulated ? 'Close simulator' : 'Open simulator'}
        </Button>
      </div>
    </section>
  )
}

/** Longer formulas are cut at first. */
const maxLength = 800

/** The formula as a text that can be copied. */
function FormulaText({ formula }: { readonly formula: string }) {
  const [isWhole, showWhole] = useState(false)
  const isCut = formula.length > maxLength && !isWhole
  return (
    <div className={classes.formula}>
      <code>{isCut ? `${formula.slice(0, maxLength)}…` : formula}</code>
      <CopyButton text={formula} subject="formula" />
      {isCut && (
        <Button size="compact-sm" variant="subtle" onClick={() => showWhole(true)}>
          Show the whole formula
        </Button>
      )}
    </div>
  )
}

interface Props {
  readonly result: string
  readonly operation: string
  readonly groups: readonly AggregatedGroup[]
}

/** The maximum number of groups, and of services of a group, that are listed; more are counted. The form above has all of them. */
const maxItems = 20

/** The formula as a nested list: the result, its groups, and their services. */
const ProfileList = ({ result, operation, groups }: Props) => (
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
