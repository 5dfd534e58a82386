import { counted } from '#lib/words.ts'
import type { GroupedItem } from './grouped-items.ts'
import { RowSearch } from './RowSearch.tsx'
import { RowsHead } from './RowsHead.tsx'
import type { RowDefinition } from './row-definition.ts'
import classes from './rows.module.css'

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
