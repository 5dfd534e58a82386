import { createQueryId, type Kysely, type KyselyPlugin, RawNode, type RootOperationNode, sql } from 'kysely'
import { z } from 'zod'

interface Plan {
  readonly rows: number
  readonly plans: readonly Plan[]
}

/** A node of the output of `explain`: the rows that it returned and dropped, over all of its executions. */
const plan: z.ZodType<Plan> = z
  .looseObject({
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': z.number().default(0),
    'Rows Removed by Join Filter': z.number().default(0),
    get Plans() {
      return z.array(plan).default([])
    },
  })
  .transform((node) => ({
    rows:
      node['Actual Loops'] *
      (node['Actual Rows'] + node['Rows Removed by Filter'] + node['Rows Removed by Join Filter']),
    plans: node.Plans,
  }))
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: plan })]) })])

/** The beginning of a statement whose answer `rowsOfPlan` reads. */
export const explain = 'explain (analyze, format json, timing off) '

/** The number of rows that all nodes of a plan handle, from the answer to an explained statement. */
export const rowsOfPlan = (rows: readonly unknown[]): number => sumOf(explained.parse(rows)[0]['QUERY PLAN'][0].Plan)

const sumOf = ({ rows, plans }: Plan): number => plans.reduce((sum, inner) => sum + sumOf(inner), rows)

/**
 * Runs `work` without its statements of `sql`, which return nothing, and then explains these: the number of rows that
 * each of them handles with the plan that PostgreSQL keeps for any parameters. In a transaction. With `areRun` they return what they do, and
 * may be of the builder: parameters of some depend on the answers to others.
 */
export async function rowsOfKeptPlans<Tables>(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<unknown>,
  { areRun = false } = {},
): Promise<number[]> {
  const seen: RootOperationNode[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      seen.push(node)
      return areRun ? node : RawNode.createWithSql('select where false')
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(plugin))
  await sql`set local plan_cache_mode = force_generic_plan`.execute(db)
  const handled: number[] = []
  for (const node of seen) {
    const { sql: text, parameters } = db.getExecutor().compileQuery(node, createQueryId())
    await sql.raw(`prepare kept as ${text}`).execute(db)
    const { rows } = await sql.raw(`${explain} execute kept (${parameters.map(literal)})`).execute(db)
    await sql.raw('deallocate kept').execute(db)
    handled.push(rowsOfPlan(rows))
  }
  return handled
}

const literal = (value: unknown): string =>
  value === null ? 'null' : `'${Array.isArray(value) ? `{${value.map((item) => JSON.stringify(item))}}` : value}'`
