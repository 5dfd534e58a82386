import type { ReactNode } from 'react'
import type { Column } from './columns.tsx'
import classes from './Selection.module.css'
import type { Selection } from './use-selection.ts'

/** The selection of a list, and its purpose. */
export interface ListSelection {
  readonly selection: Selection
  /** The heading of the column: the purpose of the selection. */
  readonly header: string
  /** The actions for the selection. */
  readonly actions: ReactNode
}

/** The column that selects rows. Its heading selects all rows of the page, or none. */
export function selectionColumn<Row>(
  { selection, header }: Pick<ListSelection, 'selection' | 'header'>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Column<Row> {
  const shown = rows.map(keyOf)
  const chosen = shown.filter((key) => selection.chosen.has(key))
  const isSome = chosen.length > 0 && chosen.length < shown.length
  return {
    id: 'selection',
    header,
    width: '84px',
    head: (
      <SelectionBox
        label="Select all rows shown"
        isChecked={shown.length > 0 && chosen.length === shown.length}
        isSome={isSome}
        isDisabled={shown.length === 0}
        onChange={() => (chosen.length > 0 ? selection.drop(shown) : selection.take(shown))}
      />
    ),
    cell: (row) => {
      const key = keyOf(row)
      return (
        <SelectionBox
          label={`Select ${key}`}
          isChecked={selection.chosen.has(key)}
          onChange={(isRange) => selection.toggle(key, shown, isRange)}
        />
      )
    },
  }
}

interface BoxProps {
  readonly label: string
  readonly isChecked: boolean
  readonly isSome?: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isRange: boolean) => void
}

/** A box to select one row, or all of them. */
export const SelectionBox = ({ label, isChecked, isSome = false, isDisabled = false, onChange }: BoxProps) => (
  <label className={classes.box}>
    <input
      type="checkbox"
      data-selects
      aria-label={label}
      checked={isChecked}
      disabled={isDisabled}
      // HTML has no attribute for the state between all and none.
      ref={(input) => {
        if (input) input.indeterminate = isSome
      }}
      onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  </label>
)
