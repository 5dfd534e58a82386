import { useState } from 'react'
import details from '#kit/page/details.module.css'
import { Section } from '#kit/page/Section.tsx'
import { StateMark } from '#kit/page/StateMark.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import { Calculator } from './Calculator.tsx'
import { Operation } from './Operation.tsx'
import classes from './operations-profiles.module.css'
import type { OperationsProfile } from './operations-profiles.queries.ts'
import { SmallTable } from './SmallTable.tsx'

/** An operations profile: its states, its truth tables, and a calculator. */
export function OperationsProfileDetails({ profile }: { readonly profile: OperationsProfile }) {
  const { name, description, available_states, defaults, operations, date } = profile
  const [choice, choose] = useState<{ readonly operation: string; readonly states: readonly string[] }>({
    operation: operations[0]?.name ?? '',
    states: [],
  })
  return (
    <>
      <div className={details.fields}>
        <ValueText label="Name" value={name} isMono note="Name of operations profile." />
        <ValueText label="Description" value={description} />
        <ValueText label="Version of" value={date} isMono />
      </div>
      <Section title="States">
        <div className={classes.beside}>
          <SmallTable caption="Available states" headings={['#', 'Available states']}>
            {available_states.map((state, index) => (
              <tr key={state}>
                <td className={`mono ${classes.number}`}>{index + 1}</td>
                <td>
                  <StateMark state={state} />
                </td>
              </tr>
            ))}
          </SmallTable>
          <SmallTable caption="Defaults" headings={['Default', 'State to be used']}>
            {Object.entries({ downtime: defaults.down, missing: defaults.missing, unknown: defaults.unknown }).map(
              ([situation, state]) => (
                <tr key={situation}>
                  <td className="mono">default_{situation}</td>
                  <td>
                    <StateMark state={state} />
                  </td>
                </tr>
              ),
            )}
          </SmallTable>
        </div>
      </Section>
      <Section title="Calculator">
        <Calculator profile={profile} {...choice} onChange={choose} />
      </Section>
      <Section title="Operations">
        {operations.map(({ name, truth_table }) => (
          <Operation
            key={name}
            profile={profile}
            name={name}
            rows={truth_table}
            chosenStates={name === choice.operation ? choice.states : noStates}
          />
        ))}
      </Section>
    </>
  )
}

const noStates: readonly never[] = []
