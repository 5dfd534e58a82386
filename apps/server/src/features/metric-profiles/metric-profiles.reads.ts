// Queries on metric profiles for other features.
import type { Context } from '#request/context.ts'

/** How many does the tenant have? */
export async function metricProfileCount({ db }: Context): Promise<number> {
  const count = db.selectFrom('metric_profiles').select(({ fn }) => fn.countAll<string>().as('count'))
  return Number((await count.executeTakeFirstOrThrow()).count)
}
