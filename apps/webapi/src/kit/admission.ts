import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { admitsJson } from './accept.ts'
import { callerOf, hashOf } from './callers.ts'
import type { AdministratorContext, Context, Endpoint } from './endpoint.ts'
import { forbidden, notAcceptable, unauthorized } from './refusals.ts'
import { scopeOf, scopeOfNobody, type Tables } from './tenancy.ts'

/** Admits a request by its key. */
export type Admit = (request: FastifyRequest, endpoint: Endpoint) => Promise<Context | AdministratorContext>

/** Checks the key, its role and the accepted types, in this order. Every key of a tenant reads, and all but viewers write. */
export function admitWith({ database, now }: { readonly database: Database; readonly now: () => Date }): Admit {
  const anonymousDb = database.within<Tables>(scopeOfNobody)

  const administrator = async (token: string): Promise<AdministratorContext> => {
    const nameQuery = sql<{ name: string | null }>`select name_of_administrator(${hashOf(token)}) as name`
    const { rows } = await nameQuery.execute(anonymousDb)
    if (!rows[0]?.name) throw unauthorized()
    return { db: anonymousDb, now: now() }
  }

  return async ({ headers }, endpoint) => {
    const token = String(headers[apiKeyHeader] ?? '')
    if (endpoint.caller === 'administrator') return accepting(headers, await administrator(token))
    const caller = await callerOf(anonymousDb, token)
    if (!caller) throw unauthorized()
    if (endpoint.caller === 'writer' && caller.role === 'viewer') throw forbidden()
    return accepting(headers, { db: database.within<Tables>(scopeOf(caller.tenant)), caller, now: now() })
  }
}

function accepting<Ctx>({ accept }: FastifyRequest['headers'], ctx: Ctx): Ctx {
  if (!admitsJson(accept)) throw notAcceptable()
  return ctx
}
