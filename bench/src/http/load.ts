import autocannon from 'autocannon'
import { median } from '../median.ts'
import type { Target } from './ask.ts'

/** A request that is made over and over. */
export interface Load extends Target {
  readonly path: string
  /** What every answer has to be; 200 when not said. */
  readonly status?: 200 | 304
}

/** How many ask at once, and seconds of asking: before anything counts, and in each round. */
export interface Pace {
  readonly connections: number
  readonly warmUp: number
  readonly round: number
}

export const usualPace: Pace = { connections: 10, warmUp: 2, round: 3 }

/** For answers of megabytes, of which few come in a second: ten at once would come in bursts. */
export const slowPace: Pace = { connections: 2, warmUp: 5, round: 8 }

const rounds = 3

/** Requests per second of a floor and of what is measured against it, with the share that is reached. */
export interface Compared {
  readonly floor: number
  readonly subject: number
  readonly share: number
}

/**
 * Loads floor and subject in turns, so that whatever else the machine does meets both. The figures are medians; the
 * share is the median of each turn's own. Throws when an answer is not what it should be.
 */
export async function compare(floor: Load, subject: Load, pace = usualPace): Promise<Compared> {
  return comparedOf(await inTurns([floor, subject], pace), 0, 1)
}

/** Requests per second of each of `loads`, turn by turn. Throws when an answer is not what it should be. */
export async function inTurns(loads: readonly Load[], pace: Pace): Promise<number[][]> {
  const { connections, warmUp, round: seconds } = pace
  for (const load of loads) await requestsPerSecond(load, connections, warmUp)
  const turns: number[][] = []
  for (let round = 0; round < rounds; round++) {
    const turn: number[] = []
    for (const load of loads) turn.push(await requestsPerSecond(load, connections, seconds))
    turns.push(turn)
  }
  return turns
}

/** Two of what was loaded in turns, beside each other. */
export function comparedOf(turns: readonly (readonly number[])[], floor: number, subject: number): Compared {
  const of = (turn: readonly number[], at: number) => turn[at] ?? Number.NaN
  return {
    floor: median(turns.map((turn) => of(turn, floor))),
    subject: median(turns.map((turn) => of(turn, subject))),
    share: median(turns.map((turn) => of(turn, subject) / of(turn, floor))),
  }
}

async function requestsPerSecond(load: Load, connections: number, duration: number): Promise<number> {
  const { url, headers, path, status = 200 } = load
  const result = await autocannon({ url: `${url}${path}`, connections, duration, headers: { ...headers } })
  const answered = result.statusCodeStats?.[`${status}`]?.count ?? 0
  const other = Object.values(result.statusCodeStats ?? {}).reduce((sum, { count }) => sum + (count ?? 0), 0) - answered
  if (other > 0 || result.errors > 0 || answered === 0) {
    throw new Error(`${path}: ${other} other answers than ${status}, ${result.errors} errors, ${answered} good ones.`)
  }
  return answered / result.duration
}
