import { maxCountedRows } from '@quatrain/contract/kit/paged-list.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '#request/tables/tables.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

interface PageQuery {
  readonly page?: number | undefined
  readonly limit?: number | undefined
}

const usualLimit = 30

/**
 * One page of an ordered query, and the total number of rows, counted up to `maxCountedRows + 1`. Two statements for
 * any number of rows.
 */
export async function readPage<Table extends keyof Tables, Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, Table, Row>,
  { page = 1, limit = usualLimit }: PageQuery,
): Promise<{ rows: Row[]; total: number }> {
  const counted = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as('one'))
    .limit(maxCountedRows + 1)
  const [rows, total] = await Promise.all([
    query
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    db
      .selectFrom(counted.as('counted'))
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .executeTakeFirst(),
  ])
  return { rows, total: Number(total?.total ?? 0) }
}
