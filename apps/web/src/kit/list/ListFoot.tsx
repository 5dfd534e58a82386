import { ActionIcon } from '@mantine/core'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import classes from './List.module.css'
import { pageSizes } from './list-address.ts'

interface ListFootProps {
  readonly page: number
  readonly pages: number
  readonly size: number
  /** The number of rows by the height of the window, and whether it is shown because nobody has chosen another. */
  readonly fittingSize: number
  readonly isFitting: boolean
  /** The plural of the rows. */
  readonly many: string
  /** If hidden, it keeps its place, so that nothing below the list moves. */
  readonly isLoading: boolean
  readonly isCompact: boolean
  readonly onPage: (page: number) => void
  /** Gets 0 for the number of rows that fits. */
  readonly onSize: (size: number) => void
  readonly onCompact: (isCompact: boolean) => void
}

/** The choice of the page, the number of rows per page, and the height of rows. */
export function ListFoot({
  page,
  pages,
  size,
  many,
  isLoading,
  isCompact,
  onPage,
  onSize,
  onCompact,
  ...foot
}: ListFootProps) {
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
        value={String(foot.isFitting ? 0 : size)}
        onChange={(event) => onSize(Number(event.currentTarget.value))}
        data={[0, ...pageSizes].map((number) => ({
          value: String(number),
          label: number === 0 ? `${foot.fittingSize} ${many}, by the window` : `${number} ${many}`,
        }))}
      />
      <label className={classes.compact}>
        <input type="checkbox" checked={isCompact} onChange={(event) => onCompact(event.currentTarget.checked)} />
        Compact rows
      </label>
    </div>
  )
}
