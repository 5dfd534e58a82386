import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ask, type Target } from './http/ask.ts'

/** A running program of the repository. */
export interface Program {
  readonly pid: number
  readonly url: string
  stop(): Promise<void>
  /** Ends it at once, as a power failure would. */
  kill(): Promise<void>
}

const timeoutMs = 60_000

/**
 * Starts the Node.js program at the end of an npm script of the root, with its arguments, and waits until `GET {path}`
 * of `url` responds with 200. Throws with the program's output if it ends before that, or if it takes a minute.
 */
export async function startProgram(options: {
  readonly script: string
  readonly env: Readonly<Record<string, string>>
  readonly target: Target
  readonly path: string
}): Promise<Program> {
  const { script, env, target, path } = options
  const child = spawn(process.execPath, argumentsOf(script), {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-4_000)
  })
  const stop = () => end(child)
  try {
    await untilAnswered(child, target, path)
  } catch (error) {
    await stop()
    throw new Error(`npm run ${script} did not start: ${complaints}`, { cause: error })
  }
  return { pid: child.pid ?? 0, url: target.url, stop, kill: () => end(child, 'SIGKILL') }
}

function argumentsOf(script: string): string[] {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const [, found] = /(?:^|&& )node (.+)$/.exec(scripts[script] ?? '') ?? []
  if (!found) throw new Error(`The script ${script} of package.json does not end with a Node.js program.`)
  return found.split(' ')
}

const root = fileURLToPath(new URL('../..', import.meta.url))

async function untilAnswered(child: ChildProcess, target: Target, path: string): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    if (hasEnded(child)) throw new Error('The process ended.')
    const status = await ask(target, 'GET', path).then(
      (answer) => answer.status,
      () => undefined,
    )
    if (status === 200) return
    await setTimeout(10)
  }
  throw new Error('The process does not respond.')
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Ends a process in order, or kills it: at once, or after ten seconds. */
export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const timer = globalThis.setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(timer)
}
