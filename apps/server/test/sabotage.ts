import { sql } from 'kysely'
import type { TestApp } from './test-app.ts'

/** Until `endSabotage`, every write to the tables also runs this PL/pgSQL statement as the owner of the database. */
export async function sabotage(server: TestApp, tables: readonly string[], statement: string) {
  const triggers = tables.map(
    (table) => `create trigger sabotage before insert or update or delete on ${table}
      for each row execute function sabotage();`,
  )
  await sql
    .raw(`
      create function sabotage() returns trigger language plpgsql security definer as $$
        begin ${statement}; return coalesce(new, old); end
      $$;
      ${triggers.join('\n')}
    `)
    .execute(server.owner)
}

export const endSabotage = (server: TestApp) =>
  sql.raw('drop function if exists sabotage() cascade').execute(server.owner)

/**
 * Runs `work` as by a process that ends before this statement, counted from 1: it sends no other one, and calls the Web API no more. Its
 * open transaction is rolled back. Returns the number of statements, which is smaller than `position` if it did not end.
 */
export async function endingBefore(server: TestApp, position: number, work: () => Promise<unknown>): Promise<number> {
  let statements = 0
  const stop = server.database.observe((statement) => {
    statements += 1
    if (statements < position || statement === 'rollback') return
    server.webApi.behave({ kind: 'drop', carryOut: false })
    throw new Error('The process has ended.')
  })
  try {
    await work()
  } finally {
    stop()
    server.webApi.recover()
  }
  return statements
}
