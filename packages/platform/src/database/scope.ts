import { type RawBuilder, sql } from 'kysely'

/**
 * What statements run with: a role, the search path, and settings by name, such as the tenant whose rows are visible.
 */
export interface Scope {
  readonly settings: readonly (readonly [name: string, value: string])[]
  /** A statement that a `read write` transaction waits for before it reads anything. */
  readonly writeLock?: string
}

/**
 * `role` none means the login itself, which owns the tables: for migrations only. `settings` are names and values of
 * the application's own settings, such as the tenant's number; `writeLock` is a statement that takes the write lock.
 */
export const scope = (options: {
  readonly role?: string
  readonly schema: string
  readonly settings?: Readonly<Record<string, string>>
  readonly writeLock?: string
}): Scope => ({
  ...(options.writeLock !== undefined && { writeLock: options.writeLock }),
  settings: [
    ['role', options.role ?? 'none'],
    ['search_path', identifier(options.schema)],
    ...Object.entries(options.settings ?? {}),
  ],
})

/**
 * A statement that enters `scope` for the rest of a transaction. Its values are parameters, so that they are not
 * logged.
 */
export const enterLocally = ({ settings }: Scope): RawBuilder<unknown> =>
  sql`select ${sql.join(settings.map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`

/** The statements that begin a transaction in `scope`, as one text; with `writeLock`, it begins once the lock was taken. */
export const beginText = (scope: Scope, writeLock?: string): string =>
  ['begin', enterText(scope, 'transaction'), ...(writeLock === undefined ? [] : [writeLock])].join('; ')

/** Returns the statement that enters a scope as text, for a session or for the rest of a transaction. */
export const enterText = ({ settings }: Scope, lasts: 'session' | 'transaction'): string =>
  `select ${settings
    .map(([name, value]) => `set_config(${literal(name)}, ${literal(value)}, ${lasts === 'transaction'})`)
    .join(', ')}`

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
