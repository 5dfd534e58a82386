import { Button } from '@mantine/core'
import { maxCountedRows } from '@quatrain/contract/kit/paged-list.ts'
import { type ReactNode, useRef } from 'react'
import { z } from 'zod'
import { useDebouncedQuery } from '#kit/api/use-debounced-query.ts'
import { Failure } from '#kit/page/Failure.tsx'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import { useSingleKey } from '#kit/page/single-keys.ts'
import { useJustSaved } from '#kit/write/just-saved.ts'
import { SavedNotice } from '#kit/write/SavedNotice.tsx'
import { useUndo } from '#kit/write/use-undo.ts'
import { useStored } from '#lib/use-stored.ts'
import { counted } from '#lib/words.ts'
import table from '#ui/table.module.css'
import type { Column, HeadColumn } from './columns.tsx'
import { DownloadCsv } from './DownloadCsv.tsx'
import { ListFoot } from './ListFoot.tsx'
import { type Choice, ListHead } from './ListHead.tsx'
import { ListRows } from './ListRows.tsx'
import type { ListState } from './list-address.ts'
import { markScrolled } from './mark-scrolled.ts'
import classes from './ResourceListPage.module.css'
import { useListState } from './use-list-state.ts'

/** A column of a list of which the server sends one page. */
export interface PagedColumn<Row> extends Pick<Column<Row>, 'cell' | 'text'>, Omit<HeadColumn, 'filter'> {
  /** The server sorts by it. */
  readonly sort?: true
  /** The server finds a part of its text, or one of these values. */
  readonly filter?: { readonly kind: 'text' } | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Counted up to `maxCountedRows + 1`. */
  readonly total: number
  /** Why there are no rows, if it is not the filters. */
  readonly notice?: string | undefined
}

const lastPage = ({ total }: { readonly total: number }, size: number) =>
  Math.max(1, Math.ceil(Math.min(total, maxCountedRows) / size))

/** Reads the last page if the requested one is after it: rows have been removed, or the address is wrong. */
const existingPage =
  <Row,>(read: Props<Row>['read']) =>
  async (state: ListState, signal: AbortSignal) => {
    const found = await read(state, signal)
    const last = lastPage(found, state.size)
    if (state.page <= last) return { ...found, page: state.page }
    return { ...(await read({ ...state, page: last }, signal)), page: last }
  }

interface Props<Row> {
  /** The key under which its pages are cached. */
  readonly queryKey: readonly string[]
  readonly read: (state: ListState, signal: AbortSignal) => Promise<Page<Row>>
  readonly columns: readonly PagedColumn<Row>[]
  readonly keyOf: (row: Row) => string
  readonly words: { readonly one: string; readonly many: string }
  readonly usualSize: number
  /** Shown if the list is empty. */
  readonly empty: ReactNode
  /** Reads all rows that match the filters, for a file; without it the list cannot be downloaded. */
  readonly readAll?: (state: ListState) => Promise<readonly Row[]>
  /** The kind of objects of which the last saved one is marked, and can be undone. */
  readonly marksSaved?: string
}

/**
 * The table of a list that is too long to be sent whole: the server filters, sorts and counts, and sends one page. It
 * looks like other lists, and its address has the same format.
 */
export function PagedList<Row>(props: Props<Row>) {
  const { queryKey, read, columns, keyOf, words, usualSize, empty, readAll, marksSaved } = props
  const [size, rememberSize] = useStored(`page-size.${words.many}`, z.number().int(), usualSize)
  const [isCompact, setCompact] = useStored('compact-rows', z.boolean(), false)
  const [state, change, flush] = useListState(columns, usualSize, size)
  const box = useRef<HTMLDivElement>(null)
  useSingleKey(['/'], () => box.current?.querySelector<HTMLInputElement>('[data-filter]')?.focus())
  const { data, error, isCurrent, isFetching, refetch } = useDebouncedQuery(queryKey, state, existingPage(read))
  const isFiltered = Object.values(state.filters).some((text) => text !== '')
  const justSaved = useJustSaved()
  const saved = marksSaved !== undefined && justSaved?.kind === marksSaved ? justSaved : undefined
  const undo = useUndo(saved)
  const hasRow = data?.rows.some((row) => keyOf(row) === saved?.key) ?? saved?.outcome !== 'Deleted'
  const page = isCurrent && data ? data.page : state.page
  const pages = lastPage(data ?? { total: 0 }, state.size)
  const onSort = (column: string) => {
    const isSame = state.sort?.column === column
    change({ sort: isSame && state.sort?.descending ? undefined : { column, descending: isSame } })
  }
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (data?.total === 0 && !isFiltered && isCurrent) return <div className={classes.list}>{empty}</div>
  return (
    <div className={classes.list} ref={box}>
      <SavedNotice saved={saved} undo={undo} hasRow={hasRow} isFiltered={isFiltered} />
      {error && <LoadFailure what={`The ${words.many}`} error={error} retry={refetch} isBusy={isFetching} />}
      <div className={classes.count}>
        <span role="status">{data ? countLine(data.total, words) : `Loading ${words.many}`}</span>
        {isFiltered && (
          <Button size="compact-sm" variant="subtle" onClick={() => change({ filters: {} })}>
            Clear filters
          </Button>
        )}
        {readAll && (
          <DownloadCsv
            read={() => readAll(state)}
            columns={columns.map(({ header, text }) => ({ header, ...(text && { text }) }))}
            words={words}
            isDisabled={!data || data.rows.length === 0}
          />
        )}
      </div>
      <section
        className={`${table.scroll} ${classes.scroll}`}
        aria-label={words.many}
        aria-busy={!isCurrent}
        data-compact={isCompact}
        onScroll={markScrolled}
      >
        <table className={`${table.table} ${table.fixed} ${classes.table}`} style={{ '--columns': columns.length }}>
          <caption className="visually-hidden">{words.many}</caption>
          <ListHead
            columns={columns}
            state={state}
            choices={({ filter }) => (filter?.kind === 'choice' ? filter.choices : [])}
            onSort={onSort}
            onFilterBlur={flush}
            onFilter={(id, text, isTyping) => change({ filters: { ...state.filters, [id]: text } }, isTyping)}
          />
          <ListRows
            columns={columns}
            rows={data?.rows}
            first={(page - 1) * state.size}
            size={isFiltered && pages === 1 ? 0 : state.size}
            keyOf={keyOf}
            nothing={data?.notice ?? `No ${words.many} match the filters.`}
            saved={saved}
            undo={undo}
          />
        </table>
      </section>
      <ListFoot
        page={page}
        pages={pages}
        size={state.size}
        what={words.many}
        isLoading={!data}
        isCompact={isCompact}
        onPage={(page) => change({ page })}
        onSize={(size) => {
          rememberSize(size)
          change({ size })
        }}
        onCompact={setCompact}
      />
    </div>
  )
}

const countLine = (total: number, { one, many }: { readonly one: string; readonly many: string }) =>
  total > maxCountedRows ? `More than ${counted(maxCountedRows, one, many)}` : counted(total, one, many)
