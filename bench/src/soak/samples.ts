import { readdirSync } from 'node:fs'
import { median } from '../median.ts'
import { memoryOf } from '../memory-of.ts'
import type { Part } from '../rehearse/installation.ts'

/** What was measured in one minute. */
export interface Sample {
  /** Of each process, by its name: resident bytes, and open files and connections. */
  readonly processes: ReadonlyMap<string, { readonly memory: number; readonly handles: number }>
  /** The median duration of a request in milliseconds. */
  readonly latency: number
}

export const sampleOf = (parts: readonly Part[], took: readonly number[]): Sample => ({
  processes: new Map(
    parts.map(({ name, pid }) => [
      name,
      { memory: memoryOf(pid()).now, handles: readdirSync(`/proc/${pid()}/fd`).length },
    ]),
  ),
  latency: median(took),
})

/** Medians of a figure at the beginning, after the warm-up, and at the end. */
export interface Trend {
  readonly first: number
  readonly last: number
}

/** A quarter of the run is the warm-up; the third of the rest that comes first is compared with the last third. */
export function trendOf(samples: readonly Sample[], figureOf: (sample: Sample) => number): Trend {
  const figures = samples.slice(Math.floor(samples.length / 4)).map(figureOf)
  const third = Math.max(1, Math.floor(figures.length / 3))
  return { first: median(figures.slice(0, third)), last: median(figures.slice(-third)) }
}
