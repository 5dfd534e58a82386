import { RowSearch } from '#kit/row-table/RowSearch.tsx'
import { RowsHead } from '#kit/row-table/RowsHead.tsx'
import classes from '#kit/row-table/rows.module.css'
import type { RowDefinition } from '#kit/rows/row-definition.ts'
import { counted } from '#lib/words.ts'
import type { GroupedItem } from './grouped-items.ts'

interface Props<Values, Inner> {
  readonly label: string
  readonly definition: RowDefinition<Values>
  readonly inner: Pick<RowDefinition<Inner>, 'many'>
  readonly groups: readonly Values[]
  /** The number of all lines, and the visible ones. */
  readonly all: number
  readonly items: readonly GroupedItem<Values, Inner>[]
  readonly text: string
  readonly search: (text: string) => void
  readonly problem?: string | undefined
}

/** Above a table of groups: its heading, the number of groups, and a search in groups and rows. */
export function GroupedHead<Values extends object, Inner>(props: Props<Values, Inner>) {
  const { label, definition, inner, groups, all, items, text, search, problem } = props
  const words = `Search ${definition.many} and ${inner.many}`
  const filled = groups.filter((group) => !definition.isBlank(group)).length
  return (
    <RowsHead
      shown={items.length}
      all={all}
      count={counted(filled, definition.one, definition.many)}
      problem={problem}
      onClear={text.trim() === '' ? undefined : () => search('')}
    >
      <h2>{label}</h2>
      <RowSearch label={words} placeholder={words} className={classes.search ?? ''} value={text} onSearch={search} />
    </RowsHead>
  )
}
