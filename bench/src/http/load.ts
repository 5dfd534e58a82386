import autocannon from 'autocannon'
import { median } from '../median.ts'
import type { Target } from './ask.ts'

/** A repeated request. */
export interface Load extends Target {
  readonly path: string
  /** The expected status; 200 by default. */
  readonly status?: 200 | 304
}

/** The number of connections, and seconds of load: the warm-up, and each round. */
export interface Pace {
  readonly connections: number
  readonly warmUp: number
  readonly round: number
}

export const usualPace: Pace = { connections: 10, warmUp: 2, round: 3 }

/**
 * For responses of megabytes, of which few arrive in a second: ten connections at once would receive them in bursts.
 */
export const slowPace: Pace = { connections: 2, warmUp: 5, round: 8 }

const rounds = 3

/** Requests per second of a floor and of its subject, with their ratio. */
export interface Compared {
  readonly floor: number
  readonly subject: number
  readonly share: number
}

/**
 * Loads floor and subject in turns, so that other load on the machine affects both. The figures are medians; the ratio
 * is the median of each turn's ratio. Throws for an unexpected response.
 */
export async function compare(floor: Load, subject: Load, pace = usualPace): Promise<Compared> {
  return comparedOf(await interleaved([floor, subject], pace), 0, 1)
}

/** Requests per second of each of `loads`, turn by turn. Throws for an unexpected response. */
export async function interleaved(loads: readonly Load[], pace: Pace): Promise<number[][]> {
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

/** The comparison of two loads that ran in turns. */
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
    throw new Error(
      `${path}: ${other} responses other than ${status}, ${result.errors} errors, ${answered} expected ones.`,
    )
  }
  return answered / result.duration
}
