import { useCallback } from 'react'
import { RowsField } from '#kit/row-table/RowsField.tsx'
import { Mark } from '#ui/Mark.tsx'
import type { MetricProfileValues } from './metric-profile-form.ts'
import { type PairPart, type PairRow, pairRows, unknownPartsOf } from './pair-rows.ts'
import classes from './pairs.module.css'
import { ServiceTypesNotice } from './ServiceTypesNotice.tsx'
import { useKnownParts, useSuggestedParts } from './use-known-parts.ts'

/** The pairs of a profile, edited row by row or pasted from a spreadsheet. */
export function PairsField({ base }: { readonly base: MetricProfileValues }) {
  const knownParts = useKnownParts()
  const suggested = useSuggestedParts()
  const suggestionsOf = useCallback(
    (part: 'from' | PairPart) => (part === 'from' ? undefined : suggested[part]),
    [suggested],
  )
  const marksOf = useCallback(
    (row: PairRow, problems: { readonly cells: object } | undefined) => {
      const [unknown] = unknownPartsOf(row, knownParts)
      const hasError = problems !== undefined && Object.keys(problems.cells).length > 0
      return (
        <>
          {!hasError && unknown && <Mark tone="warn">{`Unknown ${unknown}`}</Mark>}
          {row.from.length > 0 && (
            <span className={classes.from}>From {row.from.map(({ tenant }) => tenant).join(', ')}</span>
          )}
        </>
      )
    },
    [knownParts],
  )
  return (
    <RowsField
      name="services"
      definition={pairRows}
      stored={base.services}
      label="Metric instances"
      {...{ suggestionsOf, marksOf }}
    >
      <div className={classes.notice}>
        <ServiceTypesNotice />
      </div>
    </RowsField>
  )
}
