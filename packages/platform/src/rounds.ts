import type { FastifyInstance } from 'fastify'
import { traceWork } from './tracing.ts'

interface Rounds {
  /** The name of the round in its span, and in the log after a failure. */
  readonly name: string
  /**
   * Does the work once, and returns the seconds until the next round, which is overdue if they are negative. It should end early
   * when `isEnding` becomes true.
   */
  round(isEnding: () => boolean): Promise<number>
  /** Seconds until the next round after one that has thrown. */
  readonly afterFailure: number
  /** Called when the server closes, after the last round. */
  readonly end?: () => Promise<void>
}

/**
 * While the server listens: runs `round` at once and again and again. Rounds do not overlap, because they may be slow. One that throws is
 * logged. The server closes after the current one has ended.
 */
export function runInRounds(app: FastifyInstance, { name, round, afterFailure, end }: Rounds): void {
  let timer: NodeJS.Timeout | undefined
  let isEnding = false
  let running: Promise<void> = Promise.resolve()
  const next = async () => {
    const pause = await traceWork(name, () => round(() => isEnding)).catch((error: unknown) => {
      app.log.error(error, `${name} failed`)
      return afterFailure
    })
    if (!isEnding) timer = setTimeout(start, Math.max(0, pause * 1000))
  }
  const start = () => {
    running = next()
  }
  app.addHook('onListen', async () => start())
  app.addHook('preClose', async () => {
    isEnding = true
    clearTimeout(timer)
    await running
    await end?.()
  })
}

/** Milliseconds after the first attempt in which what could not be sent is tried again: a day. */
export const triedFor = 86_400_000

/** Milliseconds until the attempt after this one (1, 2, …): four times as long each time, from `first` milliseconds to four hours. */
export const pauseAfter = (attempt: number, first: number): number =>
  Math.min(first * 4 ** (attempt - 1), 4 * 3_600_000)
