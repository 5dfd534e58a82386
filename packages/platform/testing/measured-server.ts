import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ThreadTime } from './thread-time.ts'

/** A server in a separate process, whose CPU time can be measured separately from that of the test. */
export interface MeasuredServer {
  readonly url: string
  /**
   * Milliseconds of CPU time for which it cannot handle other requests while `work` runs. If they are too many, the
   * minimum of three runs: without compilation, and without earlier garbage. Fails if `work` does.
   */
  longestTurn(work: () => Promise<unknown>): Promise<number>
  close(): Promise<void>
}

/** Milliseconds for which no request may block a server. */
export const longestAllowedTurn = 250

/** Maximum length of a refusal, whatever was sent. */
export const longestRefusal = 128 * 1024

const meter = fileURLToPath(new URL('thread-meter.ts', import.meta.url))

/** Starts a program that prints its address. Throws with its output if it ends before that. */
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
    url: await listeningAddress(child),
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

/** Rejects with its output if it ends first. */
async function listeningAddress(child: ChildProcess): Promise<string> {
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
