import { namesSecret, secretVariablesIn } from '@quatrain/contract/resources/metric-override.ts'
import { useCallback } from 'react'
import { RowsField } from '#kit/row-table/RowsField.tsx'
import { Mark } from '#ui/Mark.tsx'
import type { OverrideValues } from './override-form.ts'
import { keyOf, type OverrideCell, type OverrideRow, type OverrideTable } from './override-rows.ts'
import type { OverrideSuggestions } from './override-suggestions.ts'
import classes from './overrides.module.css'
import type { Elsewhere } from './use-elsewhere.ts'

interface Props {
  readonly table: OverrideTable
  readonly base: OverrideValues
  readonly suggestions: OverrideSuggestions
  readonly elsewhere: Elsewhere
}

/** One of the three tables of an override, edited row by row or pasted from a spreadsheet. */
export function OverrideRowsField({ table: { name, title, description, rows }, base, suggestions, elsewhere }: Props) {
  const suggestionsOf = useCallback(
    (cell: OverrideCell, row: OverrideRow) => (cell === 'value' ? undefined : suggestions(cell, row)),
    [suggestions],
  )
  const marksOf = useCallback(
    (row: OverrideRow) => {
      const otherOverrides = rows.isBlank(row) ? undefined : elsewhere(name, keyOf(row))
      return (
        <>
          {!rows.isBlank(row) && row.value.trim() === '' && <Mark tone="warn">No value</Mark>}
          {isProbablySecret(row) && <Mark tone="warn">Secret?</Mark>}
          {name === 'global_attributes' && secretVariablesIn(row.value).length > 0 && (
            <Mark tone="warn">Not filled in</Mark>
          )}
          {otherOverrides !== undefined && <span className={classes.elsewhere}>Also in {otherOverrides}</span>}
        </>
      )
    },
    [name, rows, elsewhere],
  )
  return (
    <RowsField
      name={name}
      definition={rows}
      stored={base[name]}
      isNew={base.id === 0}
      label={title}
      description={description}
      isOneOfSeveral
      {...{ suggestionsOf, marksOf }}
    />
  )
}

/** Secrets belong into a file of the box; `$NAME` refers to one. */
const isProbablySecret = ({ attribute, value }: OverrideRow): boolean =>
  namesSecret(attribute.trim()) && value.trim() !== '' && !/^[$/]/.test(value.trim())
