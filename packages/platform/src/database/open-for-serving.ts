import { SettingError } from '../settings.ts'
import { version } from '../version.ts'
import { type Database, databaseOn } from './database.ts'
import { migrate, migrationState, type Progress } from './migrate.ts'
import { openPostgreSql, unlimited } from './postgresql.ts'
import { rowIn } from './rows.ts'
import { scope } from './scope.ts'

/** The parts of a server's database. */
export interface Store {
  readonly schema: string
  /** Folder of the numbered SQL files. */
  readonly migrations: string
  /** One of the roles of requests; it may read the list of migrations. */
  readonly role: string
  /** What the owner does each time after the migrations. */
  readonly afterMigrating?: (owner: Database) => Promise<void>
}

export interface Addresses {
  /** The address with the login that serves. */
  readonly url: string
  /** The address with the login that owns the tables, if it is another one. */
  readonly migrationUrl?: string | undefined
  /** The names of these two settings. */
  readonly names: { readonly url: string; readonly migrationUrl: string }
}

export interface Log {
  info(text: string): void
  warn(text: string): void
}

/**
 * Opens a server's PostgreSQL database, migrated if one of the logins may do that. Warns if the login that serves could
 * disable row security. Throws `SettingError` if the database needs a migration
 * and no login may run it, or if a newer build has removed what this `release` uses.
 */
export async function openForServing(
  store: Store,
  addresses: Addresses,
  log: Log,
  release = version,
): Promise<Database> {
  const { url, migrationUrl, names } = addresses
  const database = databaseOn(openPostgreSql(url))
  try {
    const { login, isSetUp, isOwner, mayCreate } = await loginOf(database, store)
    if (!isSetUp && !migrationUrl && !mayCreate) {
      throw new SettingError(`${names.migrationUrl}: is missing, and the login ${login} may not set up the database`)
    }
    if (migrationUrl || !isSetUp || isOwner) {
      await migrateWith(migrationUrl ?? url, store, log)
    }
    const { pending, unknown } = await migrationState(database.within(scope(store)), store.schema, store.migrations)
    if (pending.length > 0) {
      throw new SettingError(`${names.migrationUrl}: is missing, and the database needs a migration; run migrate`)
    }
    const removal = unknown.find((name) => removesFrom(name, release))
    if (removal !== undefined) {
      throw new SettingError(`${names.url}: the database needs a newer build than ${release}: ${removal} has run`)
    }
    if (unknown.length > 0) log.info(`A newer build has migrated the database: ${unknown.join(', ')}.`)
    if ((await loginOf(database, store)).isOwner) {
      log.warn(
        `${names.url}: the login ${login} owns the tables or is a superuser, so it could disable the row security that separates ` +
          `tenants. Serve with another login, and set the owner's address in ${names.migrationUrl}; see the README.`,
      )
    }
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Migrates with a separate connection without timeouts. Returns the migrations that were run. */
export async function migrateWith(url: string, store: Store, log?: Log): Promise<string[]> {
  const database = databaseOn(openPostgreSql(url, unlimited))
  try {
    const migrated = await migrate(database, store.schema, store.migrations, (progress) => log?.info(textOf(progress)))
    await store.afterMigrating?.(database)
    return migrated
  } finally {
    await database.close()
  }
}

const textOf = ({ name, number, count, isWaiting }: Progress) =>
  isWaiting ? `Migrating: ${name} waits for requests to end` : `Migrating: ${name} (${number} of ${count})`

/**
 * Whether a migration of a newer build has removed what a release uses. It says so in its name: `0090_after_0.2_name`
 * removes what 0.2 does not use any more, and earlier releases may. All other migrations only add, so that servers of two
 * builds can work side by side.
 */
function removesFrom(migration: string, release: string): boolean {
  const [, requiredRelease] = /^\d+_after_(\d+\.\d+)_/.exec(migration) ?? []
  return requiredRelease !== undefined && requiredRelease.localeCompare(release, 'en', { numeric: true }) > 0
}

export interface Login {
  readonly login: string
  readonly isSetUp: boolean
  /**
   * Whether the login could disable row security, because it owns the tables, is a member of their owner, or is a
   * superuser.
   */
  readonly isOwner: boolean
  readonly mayCreate: boolean
}

/** The login of a database and its rights. */
export async function loginOf(database: Database, { schema }: Pick<Store, 'schema'>): Promise<Login> {
  const login = await rowIn(database.within(scope({ schema: 'pg_catalog' })))<Login>`
    select session_user as login, count(relation.oid) > 0 as "isSetUp",
      coalesce(bool_or(pg_has_role(session_user, relation.relowner, 'member')), false)
        or (select rolsuper or rolbypassrls from pg_roles where rolname = session_user) as "isOwner",
      has_database_privilege(session_user, current_database(), 'create') as "mayCreate"
    from pg_namespace as namespace join pg_class as relation on relation.relnamespace = namespace.oid
    where namespace.nspname = ${schema} and relation.relkind in ('r', 'p')`
  return login
}
