import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { csrf } from '@quatrain/contract/accounts/session.ts'
import { password, secret } from './seed.ts'

/** A program as in production: a separate process. */
export interface Running {
  readonly url: string
  readonly pid: number
  /** Kills it at once, as a power failure would. */
  kill(): Promise<void>
  /** Stops it and waits until it has ended. Returns the exit code. */
  stop(): Promise<number | null>
  /** Returns the errors in its log so far. */
  faults(): string[]
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a program and waits until it listens. Throws with its output if it ends before that. */
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

/** Timeout of the Web API and age at which unfinished writes are recovered, in seconds; rounds are more frequent. */
const timeouts = { webApi: 3, recover: 9 }

/** A live process is waited for much longer than a test waits: only writes of one that has ended are recovered meanwhile. */
export const patientRecovery = {
  QUATRAIN_WEBAPI_TIMEOUT_SECONDS: '10',
  QUATRAIN_RECOVER_AFTER_SECONDS: '3600',
  QUATRAIN_HOUSEKEEPING_SECONDS: '30',
}

/** The environment of the console with these settings. */
export const consoleSettings = (settings: Readonly<Record<string, string>>) => ({
  QUATRAIN_SECRET: secret,
  QUATRAIN_TLS: 'off',
  QUATRAIN_PORT: '0',
  QUATRAIN_LOG_LEVEL: 'info',
  QUATRAIN_WEBAPI_TIMEOUT_SECONDS: String(timeouts.webApi),
  QUATRAIN_RECOVER_AFTER_SECONDS: String(timeouts.recover),
  QUATRAIN_HOUSEKEEPING_SECONDS: '0.3',
  // Tests count the calls of the Web API.
  QUATRAIN_COMPARE_HOURS: '0',
  // A slow machine must not look like too much load.
  QUATRAIN_MAX_LAG_SECONDS: '0',
  ...settings,
})

export const startConsole = (settings: Readonly<Record<string, string>>): Promise<Running> =>
  start(consoleSource, consoleSettings(settings))

export const startWebApi = (databaseUrl: string, settings: Readonly<Record<string, string>> = {}): Promise<Running> =>
  start(webApiSource, {
    QUATRAIN_WEBAPI_DATABASE_URL: databaseUrl,
    QUATRAIN_WEBAPI_PORT: '0',
    QUATRAIN_WEBAPI_MAX_LAG_SECONDS: '0',
    ...settings,
  })

/** Starts a console that is expected to refuse its settings. Returns its output and exit code. */
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
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of every shape.
  readonly body: any
  readonly etag: string
  /** Characters of the response. */
  readonly size: number
}

/** A user's browser, which can be pointed at any of several consoles. */
export interface Browser {
  /** The same browser, with its cookies, at another console. */
  at(url: string): Browser
  /** Another browser with a copy of the current cookies. */
  copy(url: string): Browser
  /** The headers that identify the session in requests of other programs. */
  credentials(): Readonly<Record<string, string>>
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>
}

/** Rejects if the console ends before it has responded. */
function browserAt(url: string, jar = new Map<string, string>()): Browser {
  const credentials = () => ({
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    [csrf.header]: decodeURIComponent(jar.get(csrf.cookie) ?? ''),
  })
  return {
    credentials,
    at: (other) => browserAt(other, jar),
    copy: (other) => browserAt(other, new Map(jar)),
    async send(method, path, body, headers) {
      const response = await fetch(`${url}${path.startsWith('/') ? path : `/api/v2/internal/${path}`}`, {
        method,
        headers: {
          ...credentials(),
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

/** Signs in, by default as the tenant's superuser. */
export async function signIn(url: string, username = 'admin'): Promise<Browser> {
  const browser = browserAt(url)
  await browser.send('GET', 'istenantschema')
  const { status, body } = await browser.send('POST', '/dj-rest-auth/login/', { username, password })
  if (status !== 200) throw new Error(`Nobody can sign in: ${JSON.stringify(body)}`)
  return browser
}

/** How long a condition is waited for, on however busy a machine. */
const patienceSeconds = 60

/** Polls until the result is true; throws after this many seconds. */
export async function until(what: string, isSo: () => Promise<boolean>, seconds = patienceSeconds): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not within ${seconds} seconds: ${what}`)
    await setTimeout(25)
  }
}
