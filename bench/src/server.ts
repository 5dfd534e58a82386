// A process with a bare server, the floor of everything that uses the database, and with the console beside it.
import { databaseOn } from '@quatrain/platform/database/database.ts'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import { enterText, type Scope } from '@quatrain/platform/database/scope.ts'
import { logging } from '@quatrain/platform/logging.ts'
import { buildApp, webFolder } from '@quatrain/server/app.ts'
import Fastify from 'fastify'
import pg from 'pg'
import { secret } from './data.ts'

/** A statement; the bare server responds with its rows, or with the first of them. */
export interface Floor {
  readonly scope: Scope
  readonly text: string
  readonly parameters?: readonly unknown[]
  readonly isOne?: boolean
}

const [url = '', webApiUrl = ''] = process.argv.slice(2)

/** Observed statements, by their session: a round of roll-outs can run beside a request. */
const observed: { readonly session: object; readonly statement: string }[] = []

async function startConsole(): Promise<string> {
  const database = databaseOn(openPostgreSql(url))
  const app = await buildApp({
    database,
    webFolder,
    // Logs as in production; the output is discarded.
    logger: logging('info'),
    secret,
    webApi: { url: webApiUrl, timeout: 30_000 },
    tls: false,
    sessions: { idle: 2 * 3_600_000, absolute: 12 * 3_600_000 },
    // Housekeeping runs only at the start: its statements would be counted with those of a request.
    housekeeping: { every: 24 * 3_600, intentsOlderThan: 60 },
  })
  let stop = () => {}
  bare.put('/observed', async () => {
    stop()
    observed.length = 0
    stop = database.observe((statement, { session }) => observed.push({ session, statement }))
  })
  bare.get('/observed', async () => {
    stop()
    return [...Map.groupBy(observed, ({ session }) => session).values()].flat().map(({ statement }) => statement)
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

let floor: (Floor & { readonly pool: pg.Pool }) | undefined

async function rowsOfFloor(parameters: readonly unknown[]): Promise<unknown> {
  if (!floor) throw new Error('There is no floor.')
  const { pool, text, isOne } = floor
  // Prepared in each session.
  const name = parameters.length > 0 ? { name: 'floor' } : {}
  const { rows } = await pool.query({ ...name, text, values: [...parameters] })
  return isOne ? rows[0] : rows
}

const bare = Fastify({ bodyLimit: 4 * 1024 * 1024 })
bare.put<{ Body: Floor }>('/floor', async ({ body }) => {
  await floor?.pool.end()
  // The pool has as many sessions as the console, which enter their scope once and stay in it.
  const onConnect = async (client: pg.ClientBase) => void (await client.query(enterText(body.scope, 'session')))
  floor = { ...body, pool: new pg.Pool({ connectionString: url, max: 20, onConnect }) }
})
bare.get('/floor', () => rowsOfFloor(floor?.parameters ?? []))
/** The body is the only parameter. */
bare.post('/floor', ({ body }) => rowsOfFloor([JSON.stringify(body)]))

const consoleUrl = webApiUrl && (await startConsole())
process.send?.({ consoleUrl, bareUrl: await bare.listen({ host: '127.0.0.1', port: 0 }) })
process.on('disconnect', () => process.exit())
