import { TextInput, type TextInputProps } from '@mantine/core'
import { defaultRangeExtractor, type Range, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  Fragment,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cardHeadings } from '#ui/CardTable.tsx'
import table from '#ui/table.module.css'
import classes from './RowTable.module.css'

export interface RowTableColumn {
  readonly header: string
  readonly width?: string
  readonly align?: 'end'
  /** Below the heading, for example a search box. */
  readonly filter?: ReactNode
}

/** Functions that the owner of a table can call. */
export interface RowTableHandle {
  readonly reveal: (index: number) => void
  readonly element: HTMLElement | null
}

interface Props<Row> {
  readonly label: string
  readonly columns: readonly RowTableColumn[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The cells of one row. */
  readonly cells: (row: Row, index: number) => ReactNode
  readonly emptyText: string
  /** It is one of several fields, and has less space. */
  readonly isCompact?: boolean
  /** Its rows have no controls: the table itself gets the focus, so that it can be scrolled with the keyboard. */
  readonly isFocusable?: boolean
  /** It scrolls by itself. Elsewhere the page scrolls. */
  readonly isInDialog?: boolean
  readonly ref?: Ref<RowTableHandle>
}

/** Up to this number the whole table is rendered, so that the browser's own search finds everything. */
const maxWhole = 120
const usualHeight = 43

/** A table of rows inside a form, of any length: a long one renders only its visible rows. */
export function RowTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  cells,
  emptyText,
  isCompact = false,
  isFocusable,
  isInDialog = false,
  ref,
}: Props<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const isLong = rows.length > maxWhole
  const keys = rows.map(keyOf)
  const [focused, setFocused] = useState<string>()
  const scrollMargin = useDistanceFromTop(scroller, isLong && !isInDialog)
  const options = {
    count: rows.length,
    estimateSize: () => usualHeight,
    // A row that is not laid out has no height, and would make room for ever more rows.
    measureElement: (row: Element) => row.getBoundingClientRect().height || usualHeight,
    getItemKey: (index: number) => keys[index] ?? index,
    overscan: 12,
    // The row with the focus is always rendered, however far it is scrolled away.
    rangeExtractor: (range: Range) => withIndex(range, focused === undefined ? -1 : keys.indexOf(focused)),
    scrollPaddingStart: 84,
  }
  const inPage = useWindowVirtualizer<HTMLElement>({ ...options, enabled: isLong && !isInDialog, scrollMargin })
  const inDialog = useVirtualizer<HTMLElement, HTMLElement>({
    ...options,
    enabled: isLong && isInDialog,
    getScrollElement: () => scroller.current,
  })
  const virtual = isInDialog ? inDialog : inPage
  useImperativeHandle(ref, () => ({
    get element() {
      return scroller.current
    },
    reveal: (index) => {
      if (isLong) virtual.scrollToIndex(index, { align: 'center' })
    },
  }))
  const hasFilters = columns.some(({ filter }) => filter !== undefined)
  const headRows = hasFilters ? 2 : 1
  const items = isLong ? virtual.getVirtualItems() : rows.map((_, index) => ({ index, start: 0, end: 0 }))
  const above = Math.max(0, (items[0]?.start ?? 0) - scrollMargin)
  const below = isLong ? virtual.getTotalSize() + scrollMargin - (items.at(-1)?.end ?? 0) : 0
  return (
    <section
      ref={scroller}
      className={`${table.scroll} ${classes.scroll}`}
      data-narrow={isCompact}
      data-in={isInDialog ? 'dialog' : 'page'}
      aria-label={label}
      tabIndex={isFocusable ? 0 : undefined}
    >
      <table
        className={`${table.table} ${table.cards} ${classes.table}`}
        style={cardHeadings(columns.map(({ header }) => header))}
        aria-rowcount={rows.length + headRows}
      >
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map(({ header, width, align }) => (
              <th key={header} scope="col" data-align={align} style={{ width }}>
                {header}
              </th>
            ))}
          </tr>
          {hasFilters && (
            <tr>
              {columns.map(({ header, filter }) => (
                <td key={header}>{filter}</td>
              ))}
            </tr>
          )}
        </thead>
        <Space height={above} columns={columns.length} />
        <tbody
          onFocus={(event) => setFocused(rowOf(event))}
          onBlur={(event) => setFocused(rowOf(event, event.relatedTarget))}
        >
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length} data-plain>
                {emptyText}
              </td>
            </tr>
          )}
          {items.map(({ index, start }, place) => {
            const row = rows[index]
            if (row === undefined) return null
            const gap = place === 0 ? 0 : start - (items[place - 1]?.end ?? start)
            return (
              <Fragment key={keys[index]}>
                {gap > 0 && <SpaceRow height={gap} columns={columns.length} />}
                <tr
                  ref={isLong ? virtual.measureElement : undefined}
                  data-index={index}
                  data-row={keys[index]}
                  aria-rowindex={index + headRows + 1}
                >
                  {cells(row, index)}
                </tr>
              </Fragment>
            )
          })}
        </tbody>
        <Space height={below} columns={columns.length} />
      </table>
    </section>
  )
}

interface SearchProps extends Pick<TextInputProps, 'className' | 'aria-invalid' | 'onPaste'> {
  readonly label: string
  /** By default the word Search, under the heading of a column. */
  readonly placeholder?: string
  readonly value: string
  readonly ref?: Ref<HTMLInputElement>
  /** Within a form, Enter does not save. */
  readonly onEnter?: () => void
  readonly onSearch: (text: string) => void
}

/** A box to search the rows of a table. */
export const RowSearch = ({ label, placeholder = 'Search', onSearch, onEnter, ...props }: SearchProps) => (
  <TextInput
    {...props}
    size="xs"
    type="search"
    placeholder={placeholder}
    aria-label={label}
    onChange={(event) => onSearch(event.currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      onEnter?.()
    }}
  />
)

/** A text of a row that is not edited. */
export const MonoCell = ({ children }: { readonly children: ReactNode }) => (
  <td data-plain className="mono">
    {children}
  </td>
)

/** The number of a row. */
export const NumberCell = ({ children }: { readonly children: ReactNode }) => (
  <td data-part="number" data-align="end" data-plain className="mono">
    {children}
  </td>
)

interface SpaceProps {
  readonly height: number
  readonly columns: number
}

const Space = ({ height, columns }: SpaceProps) =>
  height > 0 && (
    <tbody aria-hidden="true">
      <SpaceRow height={height} columns={columns} />
    </tbody>
  )

const SpaceRow = ({ height, columns }: SpaceProps) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a table cannot have the focus
  <tr className={classes.space} style={{ height }} aria-hidden="true">
    <td colSpan={columns} />
  </tr>
)

/** How far a table is from the top of the page, which changes when something above it does. */
function useDistanceFromTop(table: RefObject<HTMLElement | null>, isWatched: boolean): number {
  const [distance, setDistance] = useState(0)
  useLayoutEffect(() => {
    if (!isWatched) return
    const update = () => setDistance((table.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    update()
    const observer = new ResizeObserver(update)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [table, isWatched])
  return distance
}

/** The key of the row that contains an element; undefined for one of another table. */
function rowOf({ currentTarget, target }: FocusEvent, element: EventTarget | null = target): string | undefined {
  if (!(element instanceof Element) || !currentTarget.contains(element)) return undefined
  return element.closest<HTMLElement>('tr[data-row]')?.dataset.row
}

function withIndex(range: Range, index: number): number[] {
  const indexes = defaultRangeExtractor(range)
  return index < 0 || indexes.includes(index) ? indexes : [...indexes, index].sort((a, b) => a - b)
}
