import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { isApiError } from '#kit/api/api-error.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { Failure, LoadFailure } from '#kit/page/page-states.tsx'
import { useSingleKey } from '#kit/page/single-keys.ts'
import { SavedNotice, useJustSaved, useUndo } from '#kit/write/last-save.tsx'
import { dayOf } from '#lib/dates.ts'
import { download } from '#lib/download.ts'
import { lazyPart, loadPart } from '#lib/load-part.ts'
import { useStored } from '#lib/storage.ts'
import { counted } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { tell } from '#ui/messages.ts'
import table from '#ui/table.module.css'
import { BarMenu } from './BarMenu.tsx'
import { type Column, shownColumns } from './columns.tsx'
import classes from './List.module.css'
import { ListFoot } from './ListFoot.tsx'
import { ListHead, ListRows } from './ListTable.tsx'
import { readListState, useFittingSize, useListState, writeListState } from './list-address.ts'
import { choicesOf, type PagedSource, usePagedRows, useWholeRows, type WholeSource } from './list-source.ts'
import { type ListSelection, SelectionBar, selectionColumn } from './selection.tsx'

interface Props<Row> {
  readonly source: WholeSource<Row> | PagedSource<Row>
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly words: { readonly one: string; readonly many: string }
  readonly pageSize: number
  /** The storage key of the chosen number of rows, if it is not the plural of the rows. */
  readonly sizeName?: string
  /** Shown if the list is empty: the purpose of such objects in a sentence, or a node. */
  readonly empty: ReactNode
  /** What can be done then. */
  readonly emptyActions?: ReactNode
  /** Rows can be selected for actions on several objects. */
  readonly selection?: ListSelection | undefined
  /** How the box that selects a row calls it, if its key says nothing. */
  readonly nameOf?: (row: Row) => string
}

const ColumnsPanel = lazyPart(
  () => import('./ColumnsPanel.tsx'),
  ({ ColumnsPanel }) => ColumnsPanel,
)

const ViewsPanel = lazyPart(
  () => import('./ViewsPanel.tsx'),
  ({ ViewsPanel }) => ViewsPanel,
)

const columnIds = z.array(z.string()).readonly().optional()

/** The table of a list with filters, sort order and pages, in every state that its source can be in. */
export function List<Row>(props: Props<Row>) {
  const { source, keyOf, words, pageSize, sizeName = words.many, selection, nameOf } = props
  // 0 follows the height of the window.
  const [chosenSize, rememberSize] = useStored(`page-size.${sizeName}`, z.number().int(), 0)
  const [chosenIds, rememberIds] = useStored(`columns.${sizeName}`, columnIds, undefined)
  const [firstSearch, setFirstSearch] = useStored(`view.${sizeName}`, z.string(), '')
  const { user } = useConsoleContext()
  const [isCompact, setCompact] = useStored('compact-rows', z.boolean(), false)
  const [isHeadOpen, setHeadOpen] = useState(false)
  const fittingSize = useFittingSize(pageSize, isCompact)
  const size = chosenSize || fittingSize
  const [state, change, flush] = useListState(props.columns, fittingSize, size, chosenIds, user ? firstSearch : '')
  const box = useRef<HTMLDivElement>(null)
  useSingleKey(['/'], () => box.current?.querySelector<HTMLInputElement>('[data-filter]')?.focus())
  const saved = useJustSaved()
  const undo = useUndo(saved)
  const isOfSaved = (row: Row) => keyOf(row) === saved?.key
  const request = { columns: props.columns, state, words, isOfSaved }
  const paged = usePagedRows('queryKey' in source ? source : undefined, request)
  const whole = useWholeRows('queryKey' in source ? undefined : source, request)
  const list = 'queryKey' in source ? paged : whole
  const { rows, page, pages, matching, error, refetch, isFetching, readAll } = list
  useExistingSelection(selection, 'data' in source ? source.data : undefined, keyOf)
  const ownColumns = shownColumns(props.columns, state.columns, state.filters)
  const columns = selection ? [selectionColumn(selection, rows ?? [], keyOf, nameOf), ...ownColumns] : ownColumns
  const isFiltered = Object.keys(state.filters).length > 0
  const hasRow = rows ? (matching ?? rows).some(isOfSaved) : saved?.outcome !== 'Deleted'
  if (error && !rows) return <Failure error={error} retry={() => void refetch()} />
  const notices = (
    <>
      <SavedNotice saved={saved} undo={undo} hasRow={hasRow} isFiltered={isFiltered} />
      {error && (
        <LoadFailure subject={`The ${words.many}`} error={error} retry={refetch} isBusy={isFetching}>
          {list.stale}
        </LoadFailure>
      )}
    </>
  )
  if (list.isEmpty) {
    return (
      <div className={classes.list}>
        {notices}
        <Empty {...props} />
      </div>
    )
  }
  return (
    <div className={classes.list} ref={box}>
      {notices}
      <div className={classes.count}>
        <span role="status">{rows ? list.count : `Loading ${words.many}`}</span>
        {isFiltered && (
          <Button size="compact-sm" variant="subtle" onClick={() => change({ filters: {} })}>
            Clear filters
          </Button>
        )}
        {selection && rows && (
          <SelectionBar list={selection} pageKeys={rows.map(keyOf)} matchingKeys={matching?.map(keyOf)} words={words} />
        )}
        <Button
          className={classes.opening}
          size="compact-sm"
          variant="subtle"
          aria-expanded={isHeadOpen}
          onClick={() => setHeadOpen(!isHeadOpen)}
        >
          Filter rows
        </Button>
        <div className={classes.tools}>
          {user && (
            <BarMenu label="Views">
              <ViewsPanel
                list={sizeName}
                search={writeListState({ ...state, page: 1 }, fittingSize, '', props.columns)}
                firstSearch={firstSearch}
                onFirst={setFirstSearch}
                onOpen={(search) => change({ ...readListState(search, props.columns, size), page: 1 })}
              />
            </BarMenu>
          )}
          <BarMenu label="Columns">
            <ColumnsPanel
              columns={props.columns}
              state={state}
              onChange={(ids) => {
                rememberIds(ids)
                change({ columns: ids, page })
              }}
            />
          </BarMenu>
          {readAll && (
            <DownloadCsv read={readAll} columns={ownColumns} words={words} isDisabled={!rows || rows.length === 0} />
          )}
        </div>
      </div>
      <section
        className={`${table.scroll} ${classes.scroll}`}
        aria-label={words.many}
        aria-busy={list.isBusy}
        data-compact={isCompact}
        data-open={isHeadOpen || isFiltered}
        // The column that stays shows its edge while the list is scrolled sideways.
        onScroll={({ currentTarget }) => currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0)}
      >
        <table
          className={`${table.table} ${table.fixed} ${classes.table}`}
          style={{ '--least-width': leastWidth(columns) }}
        >
          <caption className="visually-hidden">{words.many}</caption>
          <ListHead
            columns={columns}
            state={state}
            choices={(column) => choicesOf(list.all, column)}
            onSort={(sort) => change({ sort })}
            onFilterBlur={flush}
            onFilter={(id, text, isTyping) => change({ filters: { ...state.filters, [id]: text } }, isTyping)}
          />
          <ListRows
            columns={columns}
            rows={rows}
            first={(page - 1) * state.size}
            // What fits on one page needs no paging, below which nothing may move.
            size={rows && pages === 1 ? 0 : state.size}
            keyOf={keyOf}
            emptyText={list.notice ?? `No ${words.many} match the filters.`}
            saved={saved}
            undo={undo}
          />
        </table>
      </section>
      <ListFoot
        page={page}
        pages={pages}
        size={state.size}
        fittingSize={fittingSize}
        isFitting={chosenSize === 0 && state.size === fittingSize}
        many={words.many}
        isLoading={!rows}
        isCompact={isCompact}
        onPage={(page) => change({ page })}
        onSize={(size) => {
          rememberSize(size)
          change({ size: size || fittingSize })
        }}
        onCompact={setCompact}
      />
    </div>
  )
}

/** What others have deleted is no longer selected. The rows of one page do not say that. */
function useExistingSelection<Row>(
  list: ListSelection | undefined,
  all: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
) {
  useEffect(() => {
    if (!all || !list || list.selection.keys.size === 0) return
    const existing = new Set(all.map(keyOf))
    const missingKeys = [...list.selection.keys].filter((key) => !existing.has(key))
    if (missingKeys.length > 0) list.selection.drop(missingKeys)
  }, [all, list, keyOf])
}

/** Columns stay readable: those with a width in pixels have it, and others 144 pixels. */
const leastWidth = (columns: readonly { readonly width?: string }[]): string =>
  `${columns.reduce((sum, { width }) => sum + (width?.endsWith('px') ? Number.parseInt(width, 10) : 144), 0)}px`

function Empty<Row>({ words, empty, emptyActions }: Props<Row>) {
  if (typeof empty !== 'string') return empty
  return (
    <div className={classes.empty}>
      <strong>No {words.many}</strong>
      <p>{empty}</p>
      {emptyActions}
    </div>
  )
}

interface DownloadCsvProps<Row> {
  /** Reads all rows that match the filters, in the displayed order. */
  readonly read: () => Promise<readonly Row[]>
  readonly columns: readonly Column<Row>[]
  readonly words: { readonly one: string; readonly many: string }
  readonly isDisabled: boolean
}

/** Downloads all pages of a list as a file for spreadsheets. */
function DownloadCsv<Row>({ read, columns, words: { one, many }, isDisabled }: DownloadCsvProps<Row>) {
  const { tenant_name: tenant } = useConsoleContext().options
  const [isBusy, setBusy] = useState(false)
  const write = async () => {
    setBusy(true)
    try {
      // Few users need CSV files, so their code is loaded on demand.
      const { listCsv } = await loadPart(() => import('./list-csv.ts'))
      const rows = await read()
      const name = `${tenant}-${many.toLowerCase().replaceAll(' ', '-')}-${dayOf(new Date())}.csv`
      download(name, listCsv(rows, columns), 'text/csv')
      tell.success({ title: 'Downloaded', lines: [`${counted(rows.length, one, many)} in ${name}`] })
    } catch (error) {
      tell.error({
        title: 'Not downloaded',
        lines: [isApiError(error) ? error.message : 'The console could not be loaded completely. Reload the page.'],
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<Icon name="download" size={16} />}
      loading={isBusy}
      disabled={isDisabled}
      onClick={() => void write()}
    >
      Download CSV
    </Button>
  )
}
