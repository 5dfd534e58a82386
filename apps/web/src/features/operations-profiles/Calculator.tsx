import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { foldingBy } from '@quatrain/contract/operations/fold.ts'
import type { OperationsRules } from '@quatrain/contract/operations/truth-table.ts'
import { useMemo } from 'react'
import { FoldSteps } from '#kit/page/FoldSteps.tsx'
import { OutcomeMark } from '#kit/page/OutcomeMark.tsx'
import { StateMark } from '#kit/page/StateMark.tsx'
import { Icon } from '#ui/Icon.tsx'
import classes from './operations-profiles.module.css'

interface Chosen {
  readonly operation: string
  readonly states: readonly string[]
}

interface Props extends Chosen {
  readonly profile: OperationsRules
  readonly onChange: (choice: Chosen) => void
}

/** Combines any number of states by an operation, step by step. */
export function Calculator({ profile, operation, states, onChange }: Props) {
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
