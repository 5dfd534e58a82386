import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ThreadTime } from './thread-time.ts'

/** A server in a process of its own, whose work can be told from that of the test. */
export interface MeasuredServer {
  readonly url: string
  /**
   * Milliseconds of its own time for which it cannot turn to anybody else while `work` is done. Where they are too many,
   * the least of three times: without compiling, and without garbage that others left. Fails when `work` does.
   */
  longestTurn(work: () => Promise<unknown>): Promise<number>
  close(): Promise<void>
}

/** Milliseconds for which no request may keep a server from turning to others. */
export const longestAllowedTurn = 250

/** Characters that any refusal has at most, whatever was sent. */
export const longestRefusal = 128 * 1024

const meter = fileURLToPath(new URL('thread-meter.ts', import.meta.url))

/** Starts a program that says where it listens. Throws with what it said when it ends instead. */
export async function startMeasuredServer(
  script: string,
  settings: Readonly<Record<string, string>>,
): Promise<MeasuredServer> {
  const env = { PATH: process.env.PATH, ...settings }
  const child = fork(script, { execArgv: ['--import', meter], env, silent: true })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'exit').finally(() => process.off('exit', kill))

  async function ask(wish: 'begin' | 'end'): Promise<ThreadTime> {
    const answer = once(child, 'message')
    child.send(wish)
    const [told] = await answer
    return told
  }
  async function turnDuring(work: () => Promise<unknown>): Promise<number> {
    await ask('begin')
    const done = await work().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    const { longestTurn } = await ask('end')
    if (done) throw done.error
    return longestTurn
  }
  return {
    url: await whereItListens(child),
    async longestTurn(work) {
      let least = await turnDuring(work)
      for (let again = 0; again < 2 && least >= longestAllowedTurn; again += 1) {
        least = Math.min(least, await turnDuring(work))
      }
      return least
    },
    async close() {
      kill()
      await ended
    },
  }
}

/** Rejects with what it said when it says nothing more. */
async function whereItListens(child: ChildProcess): Promise<string> {
  const said: string[] = []
  const listening = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface(stream).on('line', (line) => {
      said.push(line)
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
      if (url && line.includes('listening')) listening.resolve(url)
    })
  }
  child.once('close', () => listening.reject(new Error(`${child.spawnargs.join(' ')} ended:\n${said.join('\n')}`)))
  return listening.promise
}
