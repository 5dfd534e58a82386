import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { databaseOn } from '@quatrain/platform/database/database.ts'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app.ts'
import { declaredEndpoints } from './sampled.ts'

/** Declarations are known without any database. */
const noDatabase = databaseOn({
  kind: 'postgresql',
  acquire: () => Promise.reject(new Error('There is no database.')),
  release: () => {},
  keep: async () => false,
  close: async () => {},
})

/** Every endpoint that the console server has. */
export async function allEndpoints(): Promise<Endpoint[]> {
  const app = await appWithoutDatabase()
  const endpoints = declaredEndpoints(app)
  await app.close()
  return endpoints
}

/** The console server as far as it is known before anything is asked: what is declared, and how it is described. */
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
