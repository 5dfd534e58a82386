import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { counted } from '#lib/words.ts'
import type { Column } from './columns.tsx'
import classes from './Selection.module.css'

/** The selected rows of a list by key. The selection is kept while the list is filtered and paged. */
export interface Selection {
  readonly chosen: ReadonlySet<string>
  /** Selects a row or removes it from the selection; as a range, all rows from the last selected one, in the displayed order. */
  readonly toggle: (key: string, shown: readonly string[], isRange: boolean) => void
  readonly take: (keys: readonly string[]) => void
  readonly drop: (keys: readonly string[]) => void
  readonly clear: () => void
}

export function useSelection(): Selection {
  const [{ chosen, last }, set] = useState<State>(nothing)
  return useMemo(
    () => ({
      chosen,
      toggle: (key, shown, isRange) => {
        const keys = isRange ? between(shown, last, key) : [key]
        const change = chosen.has(key) ? without : withAll
        set({ chosen: change(chosen, keys), last: key })
      },
      take: (keys) => set({ chosen: withAll(chosen, keys), last }),
      drop: (keys) => set({ chosen: without(chosen, keys), last }),
      clear: () => set(nothing),
    }),
    [chosen, last],
  )
}

interface State {
  readonly chosen: ReadonlySet<string>
  readonly last: string | undefined
}

const nothing: State = { chosen: new Set(), last: undefined }

const withAll = (chosen: ReadonlySet<string>, keys: readonly string[]) => new Set([...chosen, ...keys])

const without = (chosen: ReadonlySet<string>, keys: readonly string[]) => {
  const deselected = new Set(keys)
  return new Set([...chosen].filter((key) => !deselected.has(key)))
}

/** All rows from one to the other, inclusive; only the other if the first is not displayed. */
function between(shown: readonly string[], from: string | undefined, to: string): readonly string[] {
  const ends = [from === undefined ? -1 : shown.indexOf(from), shown.indexOf(to)].toSorted((a, b) => a - b)
  const [start = -1, end = -1] = ends
  return start < 0 ? [to] : shown.slice(start, end + 1)
}

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

interface BarProps {
  readonly of: ListSelection
  /** The keys of the rows on the current page, and of all rows that match the filters. */
  readonly shown: readonly string[]
  readonly matching: readonly string[]
  readonly words: { readonly one: string; readonly many: string }
}

/** The number of selected rows, those that are not displayed, and the actions on them. Without a selection nothing is seen. */
export function SelectionBar({ of: { selection, actions }, shown, matching, words: { one, many } }: BarProps) {
  const { chosen, take, clear } = selection
  const found = matching.filter((key) => chosen.has(key)).length
  const inSight = shown.filter((key) => chosen.has(key)).length
  const hidden = chosen.size - found
  const isPageTaken = shown.length > 0 && inSight === shown.length
  return (
    <div className={classes.bar} data-empty={chosen.size === 0}>
      <span role="status">
        {chosen.size > 0 && `${counted(chosen.size, one, many)} selected`}
        {hidden > 0 && `, ${hidden.toLocaleString('en')} of them hidden by the filters`}
        {found > inSight && `, ${(found - inSight).toLocaleString('en')} of them on other pages`}
      </span>
      {chosen.size > 0 && (
        <div className={classes.actions} role="toolbar" aria-label={`Selected ${many}`}>
          {isPageTaken && found < matching.length && (
            <Button size="compact-sm" variant="subtle" onClick={() => take(matching)}>
              Select all {matching.length.toLocaleString('en')} that match
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={clear}>
            Clear selection
          </Button>
          {actions}
        </div>
      )}
    </div>
  )
}
