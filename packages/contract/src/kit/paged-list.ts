import { z } from 'zod'

const maxPageSize = 100

/**
 * Rows of a paged list are counted, and pages can be requested, up to this number: a log may be longer than anybody
 * reads.
 */
export const maxCountedRows = 10_000

/** A whole number in a query, from 1 to `max`. */
export const wholeNumber = (max: number) => {
  const message = `Must be a whole number from 1 to ${max}`
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .pipe(z.int().min(1, message).max(max, message))
}

/**
 * The query of a list that is sent page by page: the page, its size, the order (`at`, or `-at` for descending), and
 * filters. A missing filter matches every row.
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

/** One page, and the number of all rows, counted up to `maxCountedRows + 1`. */
export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), total: z.int() })
