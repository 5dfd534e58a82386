/** For whom statements run: a role, the schemas it looks in, and the tenant whose rows it sees. */
export interface Scope {
  /** The statements that put a session into this scope. */
  readonly enter: string
  /** The same for the rest of the current transaction only. */
  readonly enterLocally: string
  /** What a transaction that is begun `read write` waits for, in one statement, before it reads anything. */
  readonly turn?: string
}

/**
 * `role` none means the login role itself, which owns the tables: for migrations only.
 * `settings` are names and values of the application's own settings, such as the tenant's number; `turn` is the lock that
 * those who write take first.
 */
export function scope(options: {
  role?: string
  schema: string
  settings?: Readonly<Record<string, string>>
  turn?: string
}): Scope {
  const statements = (local: 'local ' | '') =>
    [
      options.role ? `set ${local}role ${identifier(options.role)}` : `set ${local}role none`,
      `set ${local}search_path to ${identifier(options.schema)}`,
      ...Object.entries(options.settings ?? {}).map(([name, value]) => `set ${local}${name} to ${literal(value)}`),
    ].join('; ')
  return { enter: statements(''), enterLocally: statements('local '), ...(options.turn && { turn: options.turn }) }
}

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
