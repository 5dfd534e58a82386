import type { Interval } from '@quatrain/contract/thresholds/alert-zone.ts'

/** The places of numbers on a line, in percent of its width. */
export interface LineScale {
  readonly placeOf: (number: number) => number
  readonly pieces: (zone: readonly Interval[]) => readonly { readonly x: number; readonly width: number }[]
  /** The numbers that are written below the line, without those that would overlap others. */
  readonly labels: readonly number[]
}

/** The least distance of two numbers below the line, in percent. */
const labelDistance = 13

/** A line with all of these numbers, and room at both ends for what is beyond them. */
export function lineScale(numbers: readonly number[]): LineScale {
  const finite = [...new Set(numbers.filter(Number.isFinite))].sort((a, b) => a - b)
  const [first = 0, last = 0] = [finite[0], finite.at(-1)]
  const room = last > first ? (last - first) * 0.2 : Math.abs(first) * 0.5 || 1
  const [start, span] = [first - room, last - first + 2 * room]
  const placeOf = (number: number) => Math.min(100, Math.max(0, ((number - start) / span) * 100))
  const labels: number[] = []
  for (const number of finite) {
    const before = labels.at(-1)
    if (before === undefined || placeOf(number) - placeOf(before) >= labelDistance) labels.push(number)
  }
  return {
    placeOf,
    labels,
    pieces: (zone) => zone.map(({ from, to }) => ({ x: placeOf(from), width: placeOf(to) - placeOf(from) })),
  }
}
