import { type Selectable, sql } from 'kysely'
import { hashOf } from '#request/sealing/secrets.ts'
import { signOnSeconds } from '#request/sessions/cookies.ts'
import type { Tables } from '#request/tables/tables.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** A sign-on that was sent to an identity provider. */
export interface SignOnRequest {
  readonly state: string
  readonly providerId: number
  readonly nonce: string
  readonly codeVerifier: string
}

/** The user who tests a provider, and the address to return to. */
export interface Tester {
  readonly username: string
  readonly returnTo: string
}

export interface BegunRequest extends SignOnRequest {
  readonly tester: Tester | undefined
  /** What a page of the provider has posted, if its protocol posts responses. */
  readonly response: string | undefined
}

const expiredAt = (now: Date) => new Date(now.getTime() - signOnSeconds * 1000)

/** Requests that one network may have at a time: more than that are not users. */
const maxPerNetwork = 200

interface Beginning {
  /** The cookie of the browser; undefined for a test that no browser has begun. */
  readonly browser: string | undefined
  readonly tester?: Tester
  readonly network: string
  readonly now: Date
}

/** Stores a request, and removes expired ones. Returns whether the network may have another one. Two statements. */
export async function insertRequest(
  db: Db,
  { state, providerId, nonce, codeVerifier }: SignOnRequest,
  { browser, tester, network, now }: Beginning,
): Promise<boolean> {
  await db.deleteFrom('sign_on_requests').where('begun_at', '<=', expiredAt(now)).execute()
  const { numAffectedRows } = await sql`
    insert into sign_on_requests
      (state_hash, browser_hash, provider_id, tested_by, return_to, nonce, code_verifier, network, begun_at)
    select ${hashOf(state)}, ${browser === undefined ? '' : hashOf(browser)}, ${providerId}::integer,
      ${tester?.username ?? null}, ${tester?.returnTo ?? null}, ${nonce}, ${codeVerifier}, ${network}, ${now}::timestamptz
    where (select count(*) from sign_on_requests where network = ${network}) < ${maxPerNetwork}
  `.execute(db)
  return numAffectedRows === 1n
}

/** Binds a test to the browser that begins it. Undefined if there is no such test, or a browser has begun it already. */
export async function bindTest(db: Db, state: string, browser: string, now: Date): Promise<BegunRequest | undefined> {
  const row = await db
    .updateTable('sign_on_requests')
    .set({ browser_hash: hashOf(browser) })
    .where('state_hash', '=', hashOf(state))
    .where('browser_hash', '=', '')
    .where('begun_at', '>', expiredAt(now))
    .returning(returned)
    .executeTakeFirst()
  return row && requestFrom(row, state)
}

/** Keeps a posted response for the browser that began. Returns whether there is such a request without a response. */
export async function keepResponse(db: Db, state: string, response: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_on_requests')
    .set({ response })
    .where('state_hash', '=', hashOf(state))
    .where('browser_hash', '<>', '')
    .where('response', 'is', null)
    .where('begun_at', '>', expiredAt(now))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Removes the request of this state and browser and returns it: it can be used once. */
export async function takeRequest(
  db: Db,
  state: string,
  browser: string,
  now: Date,
): Promise<BegunRequest | undefined> {
  const row = await db
    .deleteFrom('sign_on_requests')
    .where('state_hash', '=', hashOf(state))
    .where('browser_hash', '=', hashOf(browser))
    .where('begun_at', '>', expiredAt(now))
    .returning(returned)
    .executeTakeFirst()
  return row && requestFrom(row, state)
}

const returned = ['provider_id', 'nonce', 'code_verifier', 'response', 'tested_by', 'return_to'] as const

type RequestRow = Pick<Selectable<Tables['sign_on_requests']>, (typeof returned)[number]>

const requestFrom = (row: RequestRow, state: string): BegunRequest => ({
  state,
  providerId: row.provider_id,
  nonce: row.nonce,
  codeVerifier: row.code_verifier,
  response: row.response ?? undefined,
  tester:
    row.tested_by === null || row.return_to === null ? undefined : { username: row.tested_by, returnTo: row.return_to },
})
