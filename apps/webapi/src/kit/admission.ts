import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import type { FastifyRequest } from 'fastify'
import { admitsJson } from './accept.ts'
import { type Caller, callerOf, may } from './callers.ts'
import type { Operation } from './operation.ts'
import { forbidden, notAcceptable, unauthorized } from './refusals.ts'
import { scopeOfNobody, type Tables } from './tenancy.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
  }
}

/** Lets those in who have a key, may do it and take JSON, checked in this order; sets the request's `caller`. */
export function admissionTo(database: Database) {
  const nobody = database.within<Tables>(scopeOfNobody)
  return (right: Operation['right']) => async (request: FastifyRequest) => {
    const caller = await callerOf(nobody, String(request.headers[apiKeyHeader] ?? ''))
    if (!caller) throw unauthorized()
    if (!may(caller, right)) throw forbidden()
    if (!admitsJson(request.headers.accept)) throw notAcceptable()
    request.caller = caller
  }
}
