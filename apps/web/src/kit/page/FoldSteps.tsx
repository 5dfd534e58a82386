import type { Fold } from '@quatrain/contract/operations/fold.ts'
import { OutcomeMark } from './OutcomeMark.tsx'
import classes from './operations.module.css'
import { StateMark } from './StateMark.tsx'

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
