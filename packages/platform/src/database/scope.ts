import { type RawBuilder, sql } from 'kysely'

/**
 * What statements run with: a role, the search path, and settings by name, such as the tenant whose rows are visible.
 */
export interface Scope {
  readonly settings: readonly (readonly [name: string, value: string])[]
}

/**
 * `role` none means the login itself, which owns the tables: for migrations only. `settings` are names and values of
 * the application's own settings, such as the tenant's number.
 */
export const scope = (options: {
  readonly role?: string
  readonly schema: string
  readonly settings?: Readonly<Record<string, string>>
}): Scope => ({
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

/** The statements that begin a transaction in `scope`, as one text; with `lock`, it begins once the lock was taken. */
export const beginText = (scope: Scope, lock?: string): string =>
  ['begin', enterText(scope, 'transaction'), ...(lock === undefined ? [] : [lock])].join('; ')

/** Returns the statement that enters a scope as text, for a session or for the rest of a transaction. */
export const enterText = ({ settings }: Scope, lasts: 'session' | 'transaction'): string =>
  `select ${settings
    .map(([name, value]) => `set_config(${literal(name)}, ${literal(value)}, ${lasts === 'transaction'})`)
    .join(', ')}`

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
