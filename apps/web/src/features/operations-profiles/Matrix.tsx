import { type OperationsRules, truthTable } from '@quatrain/contract/operations/truth-table.ts'
import { OutcomeMark } from '#kit/page/OutcomeMark.tsx'
import table from '#ui/table.module.css'
import classes from './operations-profiles.module.css'

/** Two states that are combined, the result so far first. */
export type Pair = readonly [left: string, right: string]

interface Props {
  readonly profile: OperationsRules
  readonly operation: string
  /** Pairs that are marked. */
  readonly pairs: readonly Pair[]
}

/** The results of an operation for each two states. */
export function Matrix({ profile, operation, pairs }: Props) {
  const { combine } = truthTable(profile, operation)
  const states = profile.available_states
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is wider than the window
    <section className={table.scroll} aria-label={`Matrix of ${operation}`} tabIndex={0}>
      <table className={`${table.table} ${classes.matrix}`}>
        <caption className="visually-hidden">Results of {operation}</caption>
        <thead>
          <tr>
            <th scope="col">{operation}</th>
            {states.map((state) => (
              <th key={state} scope="col">
                {state}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {states.map((row) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {states.map((column) => (
                <td key={column} data-chosen={pairs.some(([a, b]) => a === row && b === column) || undefined}>
                  <OutcomeMark outcome={combine(row, column)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
