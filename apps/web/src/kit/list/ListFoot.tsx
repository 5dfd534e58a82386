import { ActionIcon, NativeSelect } from '@mantine/core'
import classes from './List.module.css'
import { pageSizes } from './list-address.ts'

interface Props {
  readonly page: number
  readonly pages: number
  readonly size: number
  /** The plural of the rows. */
  readonly what: string
  /** If hidden, it keeps its place, so that nothing below the list moves. */
  readonly isLoading: boolean
  readonly isCompact: boolean
  readonly onPage: (page: number) => void
  readonly onSize: (size: number) => void
  readonly onCompact: (isCompact: boolean) => void
}

/** The choice of the page, the number of rows per page, and the height of rows. */
export function ListFoot({ page, pages, size, what, isLoading, isCompact, onPage, onSize, onCompact }: Props) {
  const step = (label: string, sign: string, target: number) => (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={label}
      disabled={target < 1 || target > pages || target === page}
      onClick={() => onPage(target)}
    >
      <span aria-hidden="true">{sign}</span>
    </ActionIcon>
  )
  return (
    <div className={classes.foot} data-loading={isLoading}>
      <nav className={classes.pages} aria-label="Pages">
        {step('First page', '«', 1)}
        {step('Previous page', '‹', page - 1)}
        <span className={classes.page}>
          Page {page} of {pages}
        </span>
        {step('Next page', '›', page + 1)}
        {step('Last page', '»', pages)}
      </nav>
      <NativeSelect
        size="xs"
        aria-label="Rows on a page"
        value={String(size)}
        onChange={(event) => onSize(Number(event.currentTarget.value))}
        data={pageSizes.map((number) => ({ value: String(number), label: `${number} ${what}` }))}
      />
      <label className={classes.compact}>
        <input type="checkbox" checked={isCompact} onChange={(event) => onCompact(event.currentTarget.checked)} />
        Compact rows
      </label>
    </div>
  )
}
