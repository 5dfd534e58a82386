import { sql } from 'kysely'
import { SettingError } from '../settings.ts'
import { type Database, databaseOn } from './database.ts'
import { isNewest, migrate } from './migrate.ts'
import { openPostgreSql, unhurried } from './postgresql.ts'
import { scope } from './scope.ts'

/** What a server has in its database. */
export interface Store {
  readonly schema: string
  /** Folder of the numbered SQL files. */
  readonly migrations: string
  /** One of the roles that requests run as; it may read which migrations there were. */
  readonly role: string
  /** What else the owner does each time, once the tables are in their newest state. */
  readonly settle?: (owner: Database) => Promise<void>
}

export interface Addresses {
  /** Of the login that serves. */
  readonly url: string
  /** Of the login that owns the tables, when it is another one. */
  readonly migrationUrl?: string | undefined
  /** What these two settings are called. */
  readonly names: { readonly url: string; readonly migrationUrl: string }
}

export interface Log {
  info(text: string): void
  warn(text: string): void
}

/**
 * Opens the PostgreSQL that a server works on, brought to its newest state where one of the logins may do that. Warns
 * when the login that serves could lift row security. Throws `SettingError` when the state is an older one and nobody
 * may change that.
 */
export async function openForServing(store: Store, addresses: Addresses, log: Log): Promise<Database> {
  const { url, migrationUrl, names } = addresses
  const database = databaseOn(openPostgreSql(url))
  try {
    const { login, isSetUp, isOwner, mayCreate } = await loginOf(database, store)
    if (!isSetUp && !migrationUrl && !mayCreate) {
      throw new SettingError(`${names.migrationUrl}: is missing, and the login ${login} may not set up the database`)
    }
    if (migrationUrl || !isSetUp || isOwner) {
      await migrateWith(migrationUrl ?? url, store, log)
    } else if (!(await isNewest(database.within(scope(store)), store.schema, store.migrations))) {
      throw new SettingError(
        `${names.migrationUrl}: is missing, and the database is not in its newest state; run migrate`,
      )
    }
    if ((await loginOf(database, store)).isOwner) {
      log.warn(
        `${names.url}: the login ${login} owns the tables or is a superuser, so it could lift the row security that keeps ` +
          `tenants apart. Serve with a login of its own, and give the owner's address in ${names.migrationUrl}; see the README.`,
      )
    }
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Migrates with a connection of its own, which waits as long as it takes. Answers with what was run. */
export async function migrateWith(url: string, store: Store, log?: Log): Promise<string[]> {
  const database = databaseOn(openPostgreSql(url, unhurried))
  try {
    const done = await migrate(database, store.schema, store.migrations, (name) => log?.info(`Migrating: ${name}`))
    await store.settle?.(database)
    return done
  } finally {
    await database.close()
  }
}

interface Login {
  readonly login: string
  readonly isSetUp: boolean
  /** Could it lift row security, because it owns the tables, could become who does, or is a superuser? */
  readonly isOwner: boolean
  readonly mayCreate: boolean
}

async function loginOf(database: Database, { schema }: Store): Promise<Login> {
  const { rows } = await sql<Login>`
    select session_user as login, count(relation.oid) > 0 as "isSetUp",
      coalesce(bool_or(pg_has_role(session_user, relation.relowner, 'member')), false)
        or (select rolsuper or rolbypassrls from pg_roles where rolname = session_user) as "isOwner",
      has_database_privilege(session_user, current_database(), 'create') as "mayCreate"
    from pg_namespace as namespace join pg_class as relation on relation.relnamespace = namespace.oid
    where namespace.nspname = ${schema} and relation.relkind in ('r', 'p')`.execute(
    database.within(scope({ schema: 'pg_catalog' })),
  )
  const [login] = rows
  if (!login) throw new Error('The database did not say who we are.')
  return login
}
