import { z } from 'zod'

const maxPageSize = 100

/** Up to here the rows of a paged list are counted, and pages can be asked for: a log may be longer than anybody reads. */
export const maxCountedRows = 10_000

const wholeNumber = (max: number) => {
  const message = `Must be a whole number from 1 to ${max}`
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .pipe(z.int().min(1, message).max(max, message))
}

/**
 * What a list that the server sends page by page can be asked: which page, how many rows on it, in which order (`at` or,
 * downwards, `-at`), and for which rows. A filter that is left out lets every row pass.
 */
export const pagedQuery = <Sorted extends string, Filters extends z.core.$ZodLooseShape>(
  sorted: readonly Sorted[],
  filters: Filters,
) =>
  z.strictObject({
    page: wholeNumber(maxCountedRows).optional(),
    limit: wholeNumber(maxPageSize).optional(),
    sort: z.enum(sorted.flatMap((column) => [column, `-${column}`] as const)).optional(),
    ...filters,
  })

/** One page, and how many rows all pages have, counted up to `maxCountedRows + 1`. */
export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), total: z.int() })
