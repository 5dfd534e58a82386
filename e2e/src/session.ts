import { csrf, logIn, sessionActive } from '@quatrain/contract/accounts/session.ts'
import { sendRequest } from './send-request.ts'

/** The password of all users of the demonstration. */
export const password = 'quatrain-demo'

/** A session, as the cookies that a browser would store. */
export interface Session {
  readonly cookies: ReadonlyMap<string, string>
  /** The headers of a write by a page of the console. */
  readonly headers: Readonly<Record<string, string>>
}

/** Signs in with the two requests of the login page. Throws if the server refuses. */
export async function startSession(origin: string, username: string, secret = password): Promise<Session> {
  const first = sessionOf(await sendRequest(origin, '/api/v2/internal/istenantschema'))
  const body = { username, password: secret }
  const answer = await sendRequest(origin, logIn.path, { method: logIn.method, headers: first.headers, body })
  if (answer.status !== logIn.success) throw new Error(`${username} cannot sign in: ${JSON.stringify(answer.body)}`)
  return sessionOf(answer)
}

const kept = new Map<string, Session>()

/**
 * A session for what a test prepares: several tests use it, because checking a password takes longer than most requests. It is
 * started again after a test has ended it.
 */
export async function sharedSession(origin: string, username: string): Promise<Session> {
  const key = `${origin} ${username}`
  const shared = kept.get(key)
  if (shared && (await isActive(origin, shared))) return shared
  const session = await startSession(origin, username)
  kept.set(key, session)
  return session
}

async function isActive(origin: string, { headers }: Session): Promise<boolean> {
  const { body } = await sendRequest(origin, sessionActive.path.replace(':istenant', 'true'), { headers })
  return sessionActive.answer.parse(body).active
}

function sessionOf({ headers }: Awaited<ReturnType<typeof sendRequest>>): Session {
  const cookies = new Map((headers['set-cookie'] ?? []).map(nameAndValue))
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { cookies, headers: { cookie, [csrf.header]: decodeURIComponent(cookies.get(csrf.cookie) ?? '') } }
}

function nameAndValue(cookie: string): readonly [string, string] {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
  return [name, value]
}
