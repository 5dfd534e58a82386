import { setTimeout } from 'node:timers/promises'
import { csrf, logIn } from '@quatrain/contract/session.ts'
import { password, username } from '../data/keys.ts'
import { hostOf } from '../data/tenants.ts'
import { type Answer, ask, type Target } from '../http/ask.ts'

/** What the clients of a run have seen. */
export interface Seen {
  /**
   * Answers after which a patient client reads again, by status; 0: the connection was lost. Nobody else writes to its
   * objects, so that 409 and 412 are answers to writes that have not ended, or that a proxy has repeated.
   */
  readonly unclear: Map<number, number>
  /** Milliseconds of each answered request. */
  took: number[]
  /** What no client should see: each is a failure of the run. */
  readonly errors: string[]
}

export type Given = Parameters<typeof ask>[3]

/** A client that knows which answers may be repeated. See docs/reliability.md. */
export interface Patient {
  readonly seen: Seen
  /** Undefined if it is unknown whether the request was performed: no answer, 502, 503 or 504. */
  send(method: string, path: string, given?: Given): Promise<Answer | undefined>
  /** Reads until there is an answer. Throws after two minutes. */
  read(path: string, given?: Given): Promise<Answer>
}

const unclear = new Set([502, 503, 504])
const [patienceMs, pauseMs] = [120_000, 200]

export const noteUnclear = ({ unclear }: Seen, status: number) => unclear.set(status, (unclear.get(status) ?? 0) + 1)

export function patient(target: Target, seen: Seen): Patient {
  const send: Patient['send'] = async (method, path, given) => {
    const answer = await ask(target, method, path, given).catch(() => undefined)
    if (answer) seen.took.push(answer.took)
    if (answer && !unclear.has(answer.status)) return answer
    noteUnclear(seen, answer?.status ?? 0)
    return undefined
  }
  return {
    seen,
    send,
    async read(path, given) {
      const deadline = performance.now() + patienceMs
      while (performance.now() < deadline) {
        const answer = await send('GET', path, given)
        if (answer) return answer
        await pause()
      }
      throw new Error(`GET ${path} was not answered within ${patienceMs / 1000} seconds.`)
    },
  }
}

export const pause = () => setTimeout(pauseMs)

/** The tenant's superuser, with a session of its own. */
export async function signedIn(url: string, tenant: string): Promise<Target> {
  const host = hostOf(tenant)
  const first = cookiesOf(await ask({ url, headers: { host } }, 'GET', '/api/v2/internal/istenantschema'))
  const headers = headersOf(host, first)
  const answer = await ask({ url, headers }, logIn.method, logIn.path, { body: { username, password } })
  if (answer.status !== logIn.success) throw new Error(`Nobody can sign in: ${answer.status} ${answer.body}`)
  return { url, headers: headersOf(host, new Map([...first, ...cookiesOf(answer)])) }
}

const headersOf = (host: string, cookies: ReadonlyMap<string, string>) => ({
  host,
  'sec-fetch-site': 'same-origin',
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  [csrf.header]: decodeURIComponent([...cookies].find(([name]) => name.endsWith(csrf.cookie))?.[1] ?? ''),
})

const cookiesOf = ({ headers }: Answer) =>
  new Map(
    [headers['set-cookie'] ?? []].flat().map((line) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      return [name, value] as const
    }),
  )
