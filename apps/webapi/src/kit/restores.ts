import { randomUUID } from 'node:crypto'
import type { Database } from '@quatrain/platform/database/database.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { scopeOfNobody, scopeOfOperator } from './tenancy.ts'

/** Makes the entity tags of before identify nothing from now on. To be called after the database was restored from a backup. */
export async function renewTags(database: Database): Promise<void> {
  const epoch = randomUUID().slice(0, 8)
  await sql`
    insert into restores (epoch) values (${epoch})
    on conflict ((true)) do update set epoch = excluded.epoch, restored_at = excluded.restored_at`.execute(
    database.within(scopeOfOperator),
  )
}

/** Adds the text of the last restore to every entity tag, and refuses tags of before. */
export async function tagsSinceRestore(app: FastifyInstance, database: Database): Promise<void> {
  let cachedMarks: ReturnType<typeof readMarks> | undefined
  const marks = () => {
    cachedMarks ??= readMarks(database)
    // A failed query is not cached.
    cachedMarks.catch(() => {
      cachedMarks = undefined
    })
    return cachedMarks
  }
  // The service starts without its database, too; then the first request that needs it reads it.
  await marks().catch(() => undefined)
  app.addHook('onRequest', async ({ headers }) => {
    for (const name of ['if-match', 'if-none-match'] as const) {
      const headerValue = headers[name]
      if (headerValue !== undefined) headers[name] = (await marks())?.unmarked(headerValue) ?? headerValue
    }
  })
  app.addHook('onSend', async (_, reply) => {
    const tag = reply.getHeader('etag')
    if (typeof tag === 'string') reply.header('etag', (await marks())?.marked(tag) ?? tag)
  })
}

/** Undefined if the database was never restored. */
async function readMarks(database: Database) {
  const { rows } = await sql<{ epoch: string }>`select epoch from restores`.execute(database.within(scopeOfNobody))
  const [restored] = rows
  return restored && marksOf(restored.epoch)
}

/** Entity tags with the text of a restore at their end, and lists of them without it. */
function marksOf(epoch: string) {
  const mark = `~${epoch}"`
  return {
    marked: (tag: string): string => tag.replace(/"$/, mark),
    /** Returns a list of tags without the mark; those of before become one that matches nothing. */
    unmarked: (tagList: string): string =>
      tagList.replaceAll(/"([^"]*)"/g, (tag) => (tag.endsWith(mark) ? `${tag.slice(0, -mark.length)}"` : '"~"')),
  }
}
