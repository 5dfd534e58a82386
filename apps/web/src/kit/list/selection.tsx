import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { counted } from '#lib/words.ts'
import type { Column } from './columns.tsx'
import classes from './Selection.module.css'
import type { Selection } from './use-selection.tsx'

/** The selection of a list, and its purpose. */
export interface ListSelection {
  readonly selection: Selection
  /** The heading of the column: the purpose of the selection. */
  readonly header: string
  /** The actions for the selection. */
  readonly actions: ReactNode
}

/** The column that selects rows, by their names. Its heading selects all rows of the page, or none. */
export function selectionColumn<Row>(
  { selection, header }: Pick<ListSelection, 'selection' | 'header'>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  nameOf: (row: Row) => string = keyOf,
): Column<Row> {
  const pageKeys = rows.map(keyOf)
  return {
    id: 'selection',
    header,
    width: '84px',
    head: <SelectAllBox selection={selection} keys={pageKeys} />,
    cell: (row) => {
      const key = keyOf(row)
      return (
        <SelectionBox
          label={`Select ${nameOf(row)}`}
          isChecked={selection.keys.has(key)}
          onChange={(isRange) => selection.toggle(key, pageKeys, isRange)}
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

interface AllProps {
  readonly selection: Selection
  readonly keys: readonly string[]
}

/** A box to select the rows with these keys, or none of them. */
export function SelectAllBox({ selection, keys }: AllProps) {
  const selectedCount = keys.filter((key) => selection.keys.has(key)).length
  return (
    <SelectionBox
      label="Select all rows shown"
      isChecked={keys.length > 0 && selectedCount === keys.length}
      isSome={selectedCount > 0 && selectedCount < keys.length}
      isDisabled={keys.length === 0}
      onChange={() => (selectedCount > 0 ? selection.drop(keys) : selection.take(keys))}
    />
  )
}

interface BarProps {
  readonly list: ListSelection
  /** The keys of the rows on the current page, and of all rows that match the filters, if the browser has them. */
  readonly pageKeys: readonly string[]
  readonly matchingKeys: readonly string[] | undefined
  readonly words: { readonly one: string; readonly many: string }
}

/** The number of selected rows, those that are not displayed, and the actions on them. Without a selection nothing is seen. */
export function SelectionBar({ list, pageKeys, matchingKeys, words: { one, many } }: BarProps) {
  const { keys, take, clear } = list.selection
  const matching = matchingKeys?.filter((key) => keys.has(key)).length ?? keys.size
  const inSight = pageKeys.filter((key) => keys.has(key)).length
  const elsewhere = keys.size - inSight
  const hidden = keys.size - matching
  const isPageTaken = pageKeys.length > 0 && inSight === pageKeys.length
  return (
    <div className={classes.bar} data-empty={keys.size === 0}>
      <span role="status">
        {keys.size > 0 && `${counted(keys.size, one, many)} selected`}
        {hidden > 0 && `, ${hidden.toLocaleString('en')} of them hidden by the filters`}
        {matchingKeys && matching > inSight && `, ${(matching - inSight).toLocaleString('en')} of them on other pages`}
        {!matchingKeys && elsewhere > 0 && `, ${elsewhere.toLocaleString('en')} of them not on this page`}
      </span>
      {keys.size > 0 && (
        <div className={classes.actions} role="toolbar" aria-label={`Selected ${many}`}>
          {matchingKeys && isPageTaken && matching < matchingKeys.length && (
            <Button size="compact-sm" variant="subtle" onClick={() => take(matchingKeys)}>
              Select all {matchingKeys.length.toLocaleString('en')} that match
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={clear}>
            Clear selection
          </Button>
          {list.actions}
        </div>
      )}
    </div>
  )
}
