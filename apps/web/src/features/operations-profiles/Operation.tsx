import { foldingBy } from '@quatrain/contract/operations/fold.ts'
import type { OperationsRules } from '@quatrain/contract/operations/truth-table.ts'
import { useMemo } from 'react'
import { OrderNotice } from '#kit/page/OrderNotice.tsx'
import { StateMark } from '#kit/page/StateMark.tsx'
import { Matrix, type Pair } from './Matrix.tsx'
import classes from './operations-profiles.module.css'
import { SmallTable } from './SmallTable.tsx'

interface Props {
  readonly profile: OperationsRules
  readonly name: string
  readonly rows: OperationsRules['operations'][number]['truth_table']
  /** States that the calculator combines; their pairs are marked. */
  readonly chosenStates: readonly string[]
}

/** Beyond this, a matrix cannot be read, and takes long to draw. */
const maxMatrixStates = 40

/** The truth table of an operation, as a matrix and row by row. */
export function Operation({ profile, name, rows, chosenStates }: Props) {
  const pairs = useMemo<readonly Pair[]>(
    () => foldingBy(profile)(name, chosenStates).steps.map(({ leftState, rightState }) => [leftState, rightState]),
    [profile, name, chosenStates],
  )
  return (
    <section className={classes.operation} aria-label={name}>
      <h3>{name}</h3>
      <OrderNotice profile={profile} operation={name} />
      <div className={classes.tables}>
        {profile.available_states.length <= maxMatrixStates && (
          <Matrix profile={profile} operation={name} pairs={pairs} />
        )}
        <SmallTable caption={`Truth table of ${name}`} headings={['State A', 'State B', 'Result']}>
          {rows.map(({ a, b, x }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows can repeat, and never move
            <tr key={index} data-chosen={pairs.some((pair) => isPairOf(pair, a, b)) || undefined}>
              <td>
                <StateMark state={a} />
              </td>
              <td>
                <StateMark state={b} />
              </td>
              <td>
                <StateMark state={x} />
              </td>
            </tr>
          ))}
        </SmallTable>
      </div>
    </section>
  )
}

const isPairOf = ([left, right]: Pair, a: string, b: string) =>
  (left === a && right === b) || (left === b && right === a)
