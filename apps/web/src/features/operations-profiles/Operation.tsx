import { ActionIcon, Button } from '@mantine/core'
import { foldingBy } from '@quatrain/contract/operations/fold.ts'
import { type OperationsRules, truthTable } from '@quatrain/contract/operations/truth-table.ts'
import { type ReactNode, useMemo } from 'react'
import { FoldSteps, OrderNotice, OutcomeMark, StateMark } from '#kit/page/FoldSteps.tsx'
import { HeadedTable } from '#ui/CardTable.tsx'
import { Icon } from '#ui/Icon.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import table from '#ui/table.module.css'
import classes from './operations-profiles.module.css'

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

/** Two states that are combined, the result so far first. */
type Pair = readonly [left: string, right: string]

interface MatrixProps {
  readonly profile: OperationsRules
  readonly operation: string
  /** Pairs that are marked. */
  readonly pairs: readonly Pair[]
}

/** The results of an operation for each two states. */
function Matrix({ profile, operation, pairs }: MatrixProps) {
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

interface SmallTableProps {
  readonly caption: string
  readonly headings: readonly string[]
  /** The rows, with a cell for each heading. */
  readonly children: ReactNode
}

/** A table whose few short columns fit into every window. */
export const SmallTable = (props: SmallTableProps) => (
  <div className={table.scroll}>
    <HeadedTable {...props} className={classes.small} />
  </div>
)

interface Chosen {
  readonly operation: string
  readonly states: readonly string[]
}

interface CalculatorProps extends Chosen {
  readonly profile: OperationsRules
  readonly onChange: (choice: Chosen) => void
}

/** Combines any number of states by an operation, step by step. */
export function Calculator({ profile, operation, states, onChange }: CalculatorProps) {
  const fold = useMemo(() => foldingBy(profile), [profile])
  const result = fold(operation, states)
  const change = (states: readonly string[]) => onChange({ operation, states })
  return (
    <div className={classes.calculator}>
      <NativeSelect
        label="Operation"
        value={operation}
        onChange={(event) => onChange({ operation: event.currentTarget.value, states })}
        data={profile.operations.map(({ name }) => name)}
      />
      <fieldset className={classes.choices}>
        <legend>Add a state</legend>
        {profile.available_states.map((state) => (
          <Button key={state} size="compact-sm" variant="default" onClick={() => change([...states, state])}>
            {state}
          </Button>
        ))}
      </fieldset>
      {states.length > 0 && (
        <ol className={classes.chosen} aria-label="States to be combined">
          {states.map((state, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal states are told apart by their position only
            <li key={index}>
              {index > 0 && <span className="mono">{operation} </span>}
              <StateMark state={state} />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={`Remove state ${index + 1}: ${state}`}
                onClick={() => change(states.toSpliced(index, 1))}
              >
                <Icon name="close" size={12} />
              </ActionIcon>
            </li>
          ))}
          <li>
            <Button size="compact-sm" variant="subtle" onClick={() => change([])}>
              Remove all states
            </Button>
          </li>
        </ol>
      )}
      <p role="status" className={classes.result}>
        {states.length === 0 ? (
          'Add states to see their result.'
        ) : (
          <>
            Result <OutcomeMark outcome={result.outcome} />
          </>
        )}
      </p>
      {result.steps.length > 0 && <FoldSteps fold={result} operation={operation} />}
    </div>
  )
}
