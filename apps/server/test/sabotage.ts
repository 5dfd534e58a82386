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
