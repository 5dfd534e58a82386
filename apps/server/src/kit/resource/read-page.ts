import { maxCountedRows } from '@quatrain/contract/kit/paged-list.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '#request/tables/tables.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

interface PageQuery {
  readonly page?: number | undefined
  readonly limit?: number | undefined
}

type Query<Table extends keyof Tables, Row> = SelectQueryBuilder<Tables, Table, Row>

const usualLimit = 30

/**
 * One page of a query, and the total number of rows, counted up to `maxCountedRows + 1`. Two statements for any number of rows. `inOrder`
 * gets the query, and whether it has so few rows that they are to be sorted instead of being found in the order of an index, for
 * which the whole index would be read.
 */
export async function readPage<Table extends keyof Tables, Row>(
  db: Db,
  query: Query<Table, Row>,
  { page = 1, limit = usualLimit }: PageQuery,
  inOrder: (query: Query<Table, Row>, areFew: boolean) => Query<Table, Row> = (query) => query,
): Promise<{ rows: Row[]; total: number }> {
  const counted = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as('one'))
    .limit(maxCountedRows + 1)
  const count = await db
    .selectFrom(counted.as('counted'))
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirst()
  const total = Number(count?.total ?? 0)
  const rows = await inOrder(query, total <= maxCountedRows)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total }
}
