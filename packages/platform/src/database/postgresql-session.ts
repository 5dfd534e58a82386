import pg from 'pg'
import type { Answer, Session } from './engine.ts'
import { textIn } from './failures.ts'
import { nameOf } from './named-statements.ts'
import { pipelinedTransaction, type Send } from './pipelined-transaction.ts'
import { beginText, enterText, type Scope } from './scope.ts'

/** Settings of every statement in a scope, by name: its timeouts, and that it is not compiled. */
export type LimitSettings = readonly (readonly [name: string, value: string])[]

export interface PooledSession extends Session {
  readonly client: pg.PoolClient
}

/**
 * A new connection as a session. Behind a connection pooler each transaction may run in another session of the server:
 * then the server keeps neither settings nor named statements, and everything is sent with each statement.
 */
export async function sessionOn(client: pg.PoolClient, limits: LimitSettings): Promise<PooledSession> {
  const isDirect = await reachesServer(client)
  await assertEntering(client)
  if (isDirect) await client.query(limits.map(([name, value]) => `set ${name} to ${value}`).join('; '))
  const statementName = (text: string, parameters: readonly unknown[]) =>
    isDirect && parameters.length > 0 ? nameOf(text) : undefined
  const settingsOf = ({ settings }: Scope) => (isDirect ? settings : [...limits, ...settings])
  const prepared = new Set<string>()
  /** The statement that enters a scope, sent ahead of another statement. */
  async function entering(scope: Scope): Promise<Ahead> {
    const values = settingsOf(scope)
    const ahead = { text: enter(values.length), values: values.flat() }
    if (!isDirect) return ahead
    const name = `enter_${values.length}`
    if (!prepared.has(name)) {
      await client.query(`prepare ${name} (${ahead.values.map(() => 'text').join(', ')}) as ${ahead.text}`)
      prepared.add(name)
    }
    return { ...ahead, name }
  }
  const send: Send = (text, parameters) =>
    guarded(async () => {
      const name = statementName(text, parameters)
      return answerOf(await client.query({ text, values: [...parameters], ...(name && { name }) }))
    })
  const session: PooledSession = {
    client,
    runUnscoped: (text, parameters = []) => send(text, parameters),
    runIn: (scope, text, parameters) =>
      guarded(async () => {
        if (parameters.length === 0 && text.includes(';')) return answerOf(await client.query(together(scope, text)))
        const name = statementName(text, parameters)
        const query = { text, values: [...parameters], ...(name && { name }) }
        return answerOf(await sendBehind(client, await entering(scope), query))
      }),
    begin: (scope, lock) => pipelinedTransaction(beginText({ settings: settingsOf(scope) }, lock), send),
  }
  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isLost(error)) session.broken = true
      throw error
    }
  }
  // A session that is lost between two statements of a transaction must not end the process either.
  client.on('error', () => {
    session.broken = true
  })
  return session
}

/**
 * Whether this is the server itself. A pooler sends its own cancellation key, while that of a server begins with the
 * number of its process.
 */
export async function reachesServer(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return 'processID' in client && client.processID === rows[0]?.pid
}

interface Ahead {
  /** The name of a statement that the session has prepared. */
  readonly name?: string
  readonly text: string
  readonly values: readonly string[]
}

/** Returns no row, because no setting is null, so that the driver has no result to parse. */
const enter = (count: number): string => {
  const settings = Array.from({ length: count }, (_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  return `select where concat(${settings.join(', ')}) is null`
}

/** Joins statements into one text, which is one transaction: several statements cannot be pipelined behind another one. */
const together = (scope: Scope, text: string): string => `${enterText(scope, 'transaction')}; ${text}`

type Results = pg.QueryResult | pg.QueryResult[]

/**
 * Sends a statement directly behind another one: in one round trip, and as one transaction unless it begins one itself.
 * So local settings of the first apply to the second, and to nothing else, whichever session of the server runs them.
 */
function sendBehind(client: pg.PoolClient, ahead: Ahead, query: pg.QueryConfig): Promise<Results> {
  return new Promise((resolve, reject) => {
    // The mode is set, because no other lets statements share a transaction; it takes one statement at a time.
    const config: pg.QueryConfig & { queryMode: 'extended' } = { ...query, queryMode: 'extended' }
    const second = new pg.Query(config, (error, result) => (error ? reject(error) : resolve(result)))
    const submit = second.submit.bind(second)
    second.submit = (connection) => {
      connection.stream.cork()
      try {
        const { name = '', text, values } = ahead
        if (!name) connection.parse({ name, text, types: [] }, true)
        connection.bind({ statement: name, values: [...values], valueMapper: (value: unknown) => value }, true)
        connection.execute({ portal: '' }, true)
        return submit(connection)
      } finally {
        connection.stream.uncork()
      }
    }
    client.query(second)
  })
}

/**
 * Throws if a statement does not run in what is sent ahead of it. The driver has no documented way to do so, and without it
 * statements would see the rows of no tenant or of another one: such a session is not used.
 */
async function assertEntering(client: pg.PoolClient): Promise<void> {
  const setting = 'quatrain.entered'
  const ahead = { text: `select where set_config('${setting}', $1, true) is null`, values: ['yes'] }
  const probe = { text: `select current_setting('${setting}', true) as entered`, values: [] }
  const { rows } = answerOf(await sendBehind(client, ahead, probe))
  if (rows[0]?.entered !== 'yes')
    throw new Error('The driver does not run a statement in the scope that is sent ahead of it.')
}

/** The result of the last of several statements. */
export function answerOf(results: Results): Answer {
  const last = Array.isArray(results) ? results.at(-1) : results
  return { rows: last?.rows ?? [], affected: last?.rowCount ?? 0 }
}

/** Whether the session was lost, or is that of a standby. Errors of a single statement have an SQLSTATE. */
function isLost(error: unknown): boolean {
  const code = textIn(error, 'code') ?? ''
  const isSqlState = /^[0-9A-Z]{5}$/.test(code) && code !== 'EPIPE'
  return !isSqlState || /^(08|57P|25P03|25006)/.test(code)
}
