import type { Fold } from '@quatrain/contract/operations/fold.ts'
import { orderDependence } from '@quatrain/contract/operations/order-dependence.ts'
import type { OperationsRules, Outcome } from '@quatrain/contract/operations/truth-table.ts'
import { useMemo } from 'react'
import { Mark, type Tone } from '#ui/Mark.tsx'
import { Notice } from '#ui/Notice.tsx'
import classes from './operations.module.css'

interface Props {
  readonly fold: Fold
  readonly operation: string
  /** The name of the operand of each state; if absent, only states are shown. */
  readonly names?: readonly string[]
}

/** The steps of a fold; the one that decided the result is marked. */
export const FoldSteps = ({ fold: { steps, decidedBy }, operation, names = [] }: Props) => (
  <ol className={classes.steps}>
    {steps.map(({ leftState, rightState, outcome }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position
      <li key={index} data-decides={decidedBy === index + 1 || undefined}>
        <StateMark state={leftState} /> <span className="mono">{operation}</span> <StateMark state={rightState} />
        {names[index + 1] !== undefined && <span className="mono"> {names[index + 1]}</span>}
        {' = '}
        <OutcomeMark outcome={outcome} />
        {decidedBy === index + 1 && <strong> decides</strong>}
      </li>
    ))}
  </ol>
)

const tones: ReadonlyMap<string, Tone> = new Map([
  ['OK', 'good'],
  ['WARNING', 'warn'],
  ['CRITICAL', 'bad'],
  ['DOWNTIME', 'accent'],
])

/** A state of an operations profile; those with a usual name have a color. */
export const StateMark = ({ state }: { readonly state: string }) => (
  <Mark tone={tones.get(state) ?? 'plain'}>{state}</Mark>
)

/** The result of a combination, or why there is none. */
export const OutcomeMark = ({ outcome }: { readonly outcome: Outcome }) =>
  outcome.state === undefined ? (
    <span className={classes.problem}>{outcome.problem}</span>
  ) : (
    <StateMark state={outcome.state} />
  )

/** Says that the result of an operation can depend on the order of the states, with an example; nothing if it does not. */
export function OrderNotice({ profile, operation }: { readonly profile: OperationsRules; readonly operation: string }) {
  const example = useMemo(() => orderDependence(profile, operation), [profile, operation])
  if (!example) return null
  const { states, fromLeft, fromRight } = example
  return (
    <Notice kind="info">
      The order of the states can matter: {states.join(` ${operation} `)} is {fromLeft}, but {fromRight} if the last two
      are combined first.
    </Notice>
  )
}
