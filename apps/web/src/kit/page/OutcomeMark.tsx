import type { Outcome } from '@quatrain/contract/operations/truth-table.ts'
import classes from './operations.module.css'
import { StateMark } from './StateMark.tsx'

/** The result of a combination, or why there is none. */
export const OutcomeMark = ({ outcome }: { readonly outcome: Outcome }) =>
  outcome.state === undefined ? (
    <span className={classes.problem}>{outcome.problem}</span>
  ) : (
    <StateMark state={outcome.state} />
  )
