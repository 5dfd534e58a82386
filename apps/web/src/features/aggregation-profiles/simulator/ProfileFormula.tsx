import { Button } from '@mantine/core'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { View } from '#kit/api/resource-queries.ts'
import details from '#kit/page/details.module.css'
import type { AggregationProfileValues } from '../aggregation-profile-form.ts'
import { FormulaText } from './FormulaText.tsx'
import { formulaOf, namedGroups, resultOf } from './formula.ts'
import { ProfileList } from './ProfileList.tsx'
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
