import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { noDatabase } from '@quatrain/platform/testing/no-database.ts'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app.ts'

/** Every endpoint that a server has by a declaration. */
export const declaredEndpoints = (app: FastifyInstance): Endpoint[] =>
  app.registered.flatMap(({ method, endpoint, isHidden }) =>
    endpoint && endpoint.method === method && !isHidden ? [endpoint] : [],
  )

/** Every endpoint of the console server. */
export async function allEndpoints(): Promise<Endpoint[]> {
  const app = await appWithoutDatabase()
  const endpoints = declaredEndpoints(app)
  await app.close()
  return endpoints
}

/** The console server without a database: its declarations and their description. */
export async function appWithoutDatabase(): Promise<FastifyInstance> {
  const app = await buildApp({
    database: noDatabase,
    logger: false,
    secret: 'a secret of thirty-two characters',
    tls: true,
    webApi: { url: 'http://127.0.0.1:1', timeout: 1 },
    sessions: { idle: 1, absolute: 1 },
    housekeeping: { every: 3600, intentsOlderThan: 0 },
  })
  await app.ready()
  return app
}
