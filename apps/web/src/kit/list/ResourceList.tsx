import { Button } from '@mantine/core'
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { useSingleKey } from '#kit/page/single-keys.ts'
import { useJustSaved } from '#kit/write/just-saved.ts'
import { SavedNotice } from '#kit/write/SavedNotice.tsx'
import { useUndo } from '#kit/write/use-undo.ts'
import { useStored } from '#lib/use-stored.ts'
import { counted } from '#lib/words.ts'
import table from '#ui/table.module.css'
import type { Column } from './columns.tsx'
import { DownloadCsv } from './DownloadCsv.tsx'
import { ListFoot } from './ListFoot.tsx'
import { ListHead } from './ListHead.tsx'
import { ListRows } from './ListRows.tsx'
import { choicesOf, filterRows, pageOfRows, sortRows } from './list-rows.ts'
import { markScrolled } from './mark-scrolled.ts'
import classes from './ResourceListPage.module.css'
import { SelectionBar } from './SelectionBar.tsx'
import { type ListSelection, selectionColumn } from './SelectionColumn.tsx'
import { useListState } from './use-list-state.ts'

interface Props<Row> {
  /** Undefined while they are being loaded. */
  readonly rows: readonly Row[] | undefined
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly words: { readonly one: string; readonly many: string }
  readonly usualSize: number
  readonly preferredSize: number
  readonly onSize: (size: number) => void
  readonly empty: ReactNode
  /** Rows can be selected for actions on several objects. */
  readonly selection?: ListSelection | undefined
}

const none: readonly never[] = []

/** The table of a list with filters, sort order and pages. */
export function ResourceList<Row>(props: Props<Row>) {
  const { rows = none, keyOf, words, usualSize, preferredSize, onSize, empty, selection } = props
  const isLoading = props.rows === undefined
  const [state, change, flush] = useListState(props.columns, usualSize, preferredSize)
  const [atFirst] = useState(state)
  const [isCompact, setCompact] = useStored('compact-rows', z.boolean(), false)
  const box = useRef<HTMLDivElement>(null)
  useSingleKey(['/'], () => box.current?.querySelector<HTMLInputElement>('[data-filter]')?.focus())

  const filters = useDeferredValue(state.filters)
  const found = useMemo(() => filterRows(rows, props.columns, filters), [rows, props.columns, filters])
  const sorted = useMemo(() => sortRows(found, props.columns, state.sort), [found, props.columns, state.sort])
  const saved = useJustSaved()
  const undo = useUndo(saved)
  const place = saved ? sorted.findIndex((row) => keyOf(row) === saved.key) : -1
  const hasRow = isLoading ? saved?.outcome !== 'Deleted' : place >= 0
  const savedAt = state === atFirst ? place : -1
  const pageNumber = savedAt < 0 ? state.page : Math.floor(savedAt / state.size) + 1
  const page = pageOfRows(sorted, { page: pageNumber, size: state.size })
  const columns = selection ? [selectionColumn(selection, page.rows, keyOf), ...props.columns] : props.columns

  const isFiltered = Object.values(state.filters).some((filterValue) => filterValue !== '')
  const onSort = (column: string) => {
    const isSame = state.sort?.column === column
    change({ sort: isSame && state.sort?.descending ? undefined : { column, descending: isSame } })
  }
  const notice = <SavedNotice saved={saved} undo={undo} hasRow={hasRow} />
  if (!isLoading && rows.length === 0) {
    return (
      <div className={classes.list}>
        {notice}
        {empty}
      </div>
    )
  }
  return (
    <div className={classes.list} ref={box}>
      {notice}
      <div className={classes.count}>
        <span role="status">{isLoading ? `Loading ${words.many}` : countLine(found.length, rows.length, words)}</span>
        {isFiltered && (
          <Button size="compact-sm" variant="subtle" onClick={() => change({ filters: {} })}>
            Clear filters
          </Button>
        )}
        {selection && (
          <SelectionBar of={selection} shown={page.rows.map(keyOf)} matching={sorted.map(keyOf)} words={words} />
        )}
        <DownloadCsv
          read={async () => sorted}
          columns={props.columns}
          words={words}
          isDisabled={isLoading || sorted.length === 0}
        />
      </div>
      <section
        className={`${table.scroll} ${classes.scroll}`}
        aria-label={words.many}
        aria-busy={isLoading}
        data-compact={isCompact}
        onScroll={markScrolled}
      >
        <table className={`${table.table} ${table.fixed} ${classes.table}`} style={{ '--columns': columns.length }}>
          <caption className="visually-hidden">{words.many}</caption>
          <ListHead
            columns={columns}
            state={state}
            choices={(column) => choicesOf(rows, column).map((value) => ({ value, label: value }))}
            onSort={onSort}
            onFilterBlur={flush}
            onFilter={(id, filterValue, isTyping) =>
              change({ filters: { ...state.filters, [id]: filterValue } }, isTyping)
            }
          />
          <ListRows
            columns={columns}
            rows={isLoading ? undefined : page.rows}
            first={page.first}
            // Filtered rows on one page need no paging.
            size={isFiltered && page.pages === 1 ? 0 : state.size}
            keyOf={keyOf}
            nothing={`No ${words.many} match the filters.`}
            saved={saved}
            undo={undo}
          />
        </table>
      </section>
      <ListFoot
        page={page.page}
        pages={page.pages}
        size={state.size}
        what={words.many}
        isLoading={isLoading}
        isCompact={isCompact}
        onPage={(number) => change({ page: number })}
        onSize={(size) => {
          onSize(size)
          change({ size })
        }}
        onCompact={setCompact}
      />
    </div>
  )
}

const countLine = (found: number, all: number, { one, many }: { readonly one: string; readonly many: string }) =>
  found === all ? counted(all, one, many) : `${found.toLocaleString('en')} of ${counted(all, one, many)}`
