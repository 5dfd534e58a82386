import type { RecentChange } from '@quatrain/contract/home.ts'
import { sql } from 'kysely'
import type { Context } from '#request/context.ts'

/**
 * The last writes since then that touched objects of these kinds, newest first, `most` at most. Of each write the
 * object it was about, which the recorder puts first, and the number of others that it touched.
 */
export async function recentChanges(
  ctx: Context,
  { kinds, since, most }: { readonly kinds: readonly string[]; readonly since: Date; readonly most: number },
): Promise<RecentChange[]> {
  const { rows } = await sql<RecentChange>`
    select first.at, first.actor, first.action, first.kind, first.object_name as name, write.others
    from (
      -- What is recorded together is of one moment; by themselves, neither the request nor the moment says that.
      select min(number) as number, count(*)::integer - 1 as others
      from activity
      where at >= ${since} and kind = any(${[...kinds]}::text[]) and action in ('add', 'change', 'delete')
      group by request_id, at
      order by min(number) desc
      limit ${most}
    ) as write
    join activity as first on first.number = write.number
    order by first.number desc
  `.execute(ctx.db)
  return rows.map(({ at, ...change }) => ({ ...change, at: new Date(at).toISOString() }))
}
