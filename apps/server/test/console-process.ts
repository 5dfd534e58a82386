import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { csrf } from '@quatrain/contract/session.ts'
import { password, secret } from './seed.ts'

/** A program as production runs it: a process of its own. */
export interface Running {
  readonly url: string
  readonly pid: number
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
  /** Tells it to end, and waits until it has. Answers with the exit code. */
  stop(): Promise<number | null>
  /** Answers with what has gone wrong in it so far, as its log tells it. */
  faults(): string[]
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a program and waits until it listens. Throws with what it said when it ended instead. */
async function start(script: string, settings: Readonly<Record<string, string>>): Promise<Running> {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const ended = once(child, 'exit').finally(() => running.delete(child))
  const said: string[] = []
  const listening = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      said.push(line)
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
      if (url && line.includes('listening')) listening.resolve(url)
    })
  }
  const url = await Promise.race([
    listening.promise,
    ended.then(() => Promise.reject(new Error(`${script} ended:\n${said.join('\n')}`))),
  ])
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
    return child.exitCode
  }
  return {
    url,
    pid: child.pid ?? 0,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    faults: () => said.filter((line) => /"level":(50|60)/.test(line) || !line.startsWith('{')),
  }
}

/** The console's program. */
export const consoleSource = join(import.meta.dirname, '..', 'src', 'main.ts')
const webApiSource = join(import.meta.dirname, '..', '..', 'webapi', 'src', 'main.ts')

/** Seconds that the Web API is waited for, and after which a half-done write is recovered; rounds are more frequent. */
const patience = { webApi: 3, recover: 9 }

/** The defaults, by which a process that is alive is waited for much longer. */
export const asInProduction = {
  QUATRAIN_WEBAPI_TIMEOUT_SECONDS: '10',
  QUATRAIN_MEND_AFTER_SECONDS: '60',
  QUATRAIN_HOUSEKEEPING_SECONDS: '30',
}

/** What the console is told, with these settings. */
export const consoleSettings = (settings: Readonly<Record<string, string>>) => ({
  QUATRAIN_SECRET: secret,
  QUATRAIN_TLS: 'off',
  QUATRAIN_PORT: '0',
  QUATRAIN_LOG_LEVEL: 'info',
  QUATRAIN_WEBAPI_TIMEOUT_SECONDS: String(patience.webApi),
  QUATRAIN_MEND_AFTER_SECONDS: String(patience.recover),
  QUATRAIN_HOUSEKEEPING_SECONDS: '0.3',
  ...settings,
})

export const startConsole = (settings: Readonly<Record<string, string>>): Promise<Running> =>
  start(consoleSource, consoleSettings(settings))

export const startWebApi = (databaseUrl: string): Promise<Running> =>
  start(webApiSource, { QUATRAIN_WEBAPI_DATABASE_URL: databaseUrl, QUATRAIN_WEBAPI_PORT: '0' })

/** Starts a console that is to refuse it. Answers with what it says and its exit code. */
export async function startInVain(settings: Readonly<Record<string, string>>) {
  const env = { PATH: process.env.PATH, ...consoleSettings(settings) }
  const child = spawn(process.execPath, [consoleSource], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (data) => {
    said += data
  })
  await once(child, 'close')
  return { said, code: child.exitCode }
}

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any
  readonly etag: string
  /** Characters of the answer. */
  readonly size: number
}

/** A person's browser, which can be pointed at any of several consoles. */
export interface Browser {
  /** The same browser, with its cookies, at another console. */
  at(url: string): Browser
  /** Another browser with the cookies that this one has now. */
  copy(url: string): Browser
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>
}

/** Rejects when the console goes before it has answered. */
function browserAt(url: string, jar = new Map<string, string>()): Browser {
  return {
    at: (other) => browserAt(other, jar),
    copy: (other) => browserAt(other, new Map(jar)),
    async send(method, path, body, headers) {
      const response = await fetch(`${url}${path.startsWith('/') ? path : `/api/v2/internal/${path}`}`, {
        method,
        headers: {
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          [csrf.header]: decodeURIComponent(jar.get(csrf.cookie) ?? ''),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        jar.set(name, value)
      }
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      return {
        status: response.status,
        body: isJson && text ? JSON.parse(text) : text,
        etag: response.headers.get('etag') ?? '',
        size: text.length,
      }
    },
  }
}

/** Signs in as the tenant's superuser. */
export async function signIn(url: string): Promise<Browser> {
  const browser = browserAt(url)
  await browser.send('GET', 'istenantschema')
  const { status, body } = await browser.send('POST', '/dj-rest-auth/login/', { username: 'admin', password })
  if (status !== 200) throw new Error(`Nobody can sign in: ${JSON.stringify(body)}`)
  return browser
}

/** Asks again and again until the answer is yes; throws when it has not been for so many seconds. */
export async function until(what: string, isSo: () => Promise<boolean>, seconds = 60): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not within ${seconds} seconds: ${what}`)
    await setTimeout(25)
  }
}
