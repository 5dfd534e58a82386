import type { Interval } from '@quatrain/contract/thresholds/alert-zone.ts'
import type { AlertZones } from '@quatrain/contract/thresholds/threshold-status.ts'
import classes from './thresholds.module.css'

interface Props {
  readonly zones: AlertZones
  /** A value that is marked. */
  readonly value?: number | undefined
}

/**
 * The ranges of a threshold on a line: high where it is CRITICAL, lower where it is WARNING, flat where it is OK. The
 * words beside it say the same, so it is hidden from assistive technology.
 */
export function ThresholdLine({ zones, value }: Props) {
  const ends = [...zones.warning, ...zones.critical].flatMap(({ from, to }) => [from, to])
  const scale = lineScale([...ends, ...(value === undefined ? [] : [value])])
  return (
    <svg className={classes.line} aria-hidden="true" focusable="false">
      <rect className={classes.ok} x="0" y="17" width="100%" height="4" />
      {scale.pieces(zones.critical).map(({ x, width }) => (
        <rect key={x} className={classes.critical} x={`${x}%`} y="3" width={`${width}%`} height="18" />
      ))}
      {scale.pieces(zones.warning).map(({ x, width }) => (
        <rect key={x} className={classes.warning} x={`${x}%`} y="9" width={`${width}%`} height="12" />
      ))}
      {scale.labels.map((number) => (
        <text key={number} className={classes.tick} x={`${scale.placeOf(number)}%`} y="34" textAnchor="middle">
          {number}
        </text>
      ))}
      {value !== undefined && (
        <svg x={`${scale.placeOf(value)}%`} overflow="visible" aria-hidden="true" focusable="false">
          <path className={classes.value} d="M0 22V0M-4 0h8" />
        </svg>
      )}
    </svg>
  )
}

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
