import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { hashOf } from '#request/sealing/secrets.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { ProviderSession } from '../sign-on-protocol.ts'
import type { NameId } from './messages.ts'

export interface StoredSamlSession extends ProviderSession {
  readonly providerId: number
}

/** Keeps how the session of this token is called at the provider. */
export const keepSamlSession = (
  db: Db,
  token: string,
  providerId: number,
  { issuer, nameId, sessionIndex }: ProviderSession,
) =>
  sql`
  insert into saml_sessions (session_id, provider_id, issuer, name_value, name, session_index)
  select id, ${providerId}::integer, ${issuer}, ${nameId.value}, ${JSON.stringify(nameId)}::json, ${sessionIndex ?? null}
  from sessions where token_hash = ${hashOf(token)}
`.execute(db)

/** Undefined if the session of this token did not begin with SAML. */
export async function findSamlSession(db: Db, token: string): Promise<StoredSamlSession | undefined> {
  const row = await firstRowIn(db)<{ providerId: number; issuer: string; nameId: NameId; sessionIndex: string | null }>`
    select provider_id as "providerId", issuer, name as "nameId", session_index as "sessionIndex"
    from saml_sessions
    where session_id = (select id from sessions where token_hash = ${hashOf(token)})`
  return row && { ...row, sessionIndex: row.sessionIndex ?? undefined }
}

/** The ids of the console's sessions of a person at a provider; only those that the provider names, if it names any. */
export async function findSessionIds(
  db: Db,
  {
    providerId,
    issuer,
    name,
    indexes,
  }: {
    readonly providerId: number
    readonly issuer: string
    readonly name: string
    readonly indexes: readonly string[]
  },
): Promise<number[]> {
  const sessions = db
    .selectFrom('saml_sessions')
    .select('session_id as id')
    .where('provider_id', '=', providerId)
    .where('issuer', '=', issuer)
    .where('name_value', '=', name)
  const matchingSessions = indexes.length === 0 ? sessions : sessions.where('session_index', 'in', indexes)
  return (await matchingSessions.execute()).map(({ id }) => id)
}
