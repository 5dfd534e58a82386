import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { admitsJson } from './accept.ts'
import { callerOf, hashOf, may, type Right } from './callers.ts'
import type { AdministratorContext, Context } from './operation.ts'
import { forbidden, notAcceptable, unauthorized } from './refusals.ts'
import { scopeOf, scopeOfNobody, type Tables } from './tenancy.ts'

export interface Admission<Ctx> {
  /** Whose keys it accepts. */
  readonly keys: 'tenants' | 'administrators'
  /** Checks the key, the role and the accepted types, in this order. Returns the context of the request. */
  admit(request: FastifyRequest, right: Right): Promise<Ctx>
}

interface Dependencies {
  readonly database: Database
  readonly now: () => Date
}

/** Accepts keys of tenants. */
export function admitTenants({ database, now }: Dependencies): Admission<Context> {
  const nobody = database.within<Tables>(scopeOfNobody)
  return {
    keys: 'tenants',
    async admit(request, right) {
      const caller = await callerOf(nobody, tokenOf(request))
      if (!caller) throw unauthorized()
      if (!may(caller, right)) throw forbidden()
      assertTakesJson(request)
      return { db: database.within<Tables>(scopeOf(caller.tenant)), caller, now: now() }
    },
  }
}

/** Accepts keys of administrators, for data that belongs to no tenant. */
export function admitAdministrators({ database }: Pick<Dependencies, 'database'>): Admission<AdministratorContext> {
  const db = database.within<Tables>(scopeOfNobody)
  return {
    keys: 'administrators',
    async admit(request) {
      const hash = hashOf(tokenOf(request))
      const { rows } = await sql<{ name: string | null }>`select name_of_administrator(${hash}) as name`.execute(db)
      if (!rows[0]?.name) throw unauthorized()
      assertTakesJson(request)
      return { db }
    },
  }
}

const tokenOf = ({ headers }: FastifyRequest) => String(headers[apiKeyHeader] ?? '')

function assertTakesJson({ headers }: FastifyRequest): void {
  if (!admitsJson(headers.accept)) throw notAcceptable()
}
