import { Button, NativeSelect } from '@mantine/core'
import classes from '#kit/row-table/rows.module.css'
import { counted } from '#lib/words.ts'
import { type PagedRows, type Paging, sizesFor } from './use-paged-rows.ts'

interface Props {
  readonly paging: Paging
  readonly paged: Pick<PagedRows<unknown>, 'page' | 'pages' | 'onPage'>
  /** The number of all rows. */
  readonly count: number
  readonly words: { readonly one: string; readonly many: string }
}

const all = 'all'

/** The choice of the page and of the number of rows per page; nothing if all rows fit into the smallest one. */
export function RowsFoot({ paging, paged: { page, pages, onPage }, count, words: { one, many } }: Props) {
  const sizes = sizesFor(paging.sizes, count)
  if (sizes.length === 1) return null
  const steps = [
    ['First', 1],
    ['Previous', page - 1],
    ['Next', page + 1],
    ['Last', pages],
  ] as const
  const [back, forward] = [steps.slice(0, 2), steps.slice(2)].map((steps) =>
    steps.map(([label, target]) => (
      <Button
        key={label}
        size="compact-sm"
        variant="default"
        disabled={target < 1 || target > pages || target === page}
        onClick={() => onPage(target)}
      >
        {label}
      </Button>
    )),
  )
  return (
    <div className={classes.foot}>
      {pages > 1 && (
        <nav className={classes.pages} aria-label="Pages">
          {back}
          <span>
            Page {page} of {pages}
          </span>
          {forward}
        </nav>
      )}
      <NativeSelect
        size="xs"
        aria-label="Rows on a page"
        value={paging.size !== undefined && sizes.includes(paging.size) ? String(paging.size) : all}
        onChange={({ currentTarget: { value } }) => {
          paging.onSize(sizes.find((size) => String(size) === value))
          onPage(1)
        }}
        data={sizes.map((size) =>
          size === undefined
            ? { value: all, label: `All ${counted(count, one, many)}` }
            : { value: String(size), label: `${size} ${many}` },
        )}
      />
    </div>
  )
}
