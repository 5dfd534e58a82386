import { csrf, logIn } from '@quatrain/contract/session.ts'
import { ask } from './ask.ts'

/** Everybody in the demonstration has it. */
export const password = 'quatrain-demo'

/** Who is signed in, by the cookies that their browser would keep. */
export interface Session {
  readonly cookies: ReadonlyMap<string, string>
  /** The headers of a write that a page of the console would make. */
  readonly headers: Readonly<Record<string, string>>
}

/** Signs in by the two calls that the login page makes. Throws when the server refuses. */
export async function startSession(origin: string, username: string, secret = password): Promise<Session> {
  const first = sessionOf(await ask(origin, '/api/v2/internal/istenantschema'))
  const body = { username, password: secret }
  const answer = await ask(origin, logIn.path, { method: logIn.method, headers: first.headers, body })
  if (answer.status !== logIn.success) throw new Error(`${username} cannot sign in: ${JSON.stringify(answer.body)}`)
  return sessionOf(answer)
}

function sessionOf({ headers }: Awaited<ReturnType<typeof ask>>): Session {
  const cookies = new Map((headers['set-cookie'] ?? []).map(nameAndValue))
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { cookies, headers: { cookie, [csrf.header]: decodeURIComponent(cookies.get(csrf.cookie) ?? '') } }
}

function nameAndValue(cookie: string): readonly [string, string] {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
  return [name, value]
}
