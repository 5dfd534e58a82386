/** Numbers between two ends; `isClosed` says whether finite ends belong to it. */
export interface Interval {
  readonly from: number
  readonly to: number
  readonly isClosed: boolean
}

const allNumbers = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/**
 * The values for which a range alerts: those between its ends, without the ends; with `@` all others. The lower end `~`
 * is minus infinity, an empty upper end is plus infinity, and an empty range never alerts. This is the opposite of the
 * ranges of common monitoring plugins, which alert outside.
 * @returns disjoint or touching intervals in ascending order; undefined if the ends are not numbers
 */
export function alertZone(lower: string, upper: string): readonly Interval[] | undefined {
  if (lower === '' && upper === '') return []
  const isInverted = lower.startsWith('@')
  const from = isInverted ? lower.slice(1) : lower
  const floor = from === '~' ? allNumbers.from : numberIn(from)
  const ceiling = upper === '' ? allNumbers.to : numberIn(upper)
  if (Number.isNaN(floor) || Number.isNaN(ceiling)) return undefined
  if (!isInverted) return floor < ceiling ? [{ from: floor, to: ceiling, isClosed: false }] : []
  return [
    ...(floor > allNumbers.from ? [{ ...allNumbers, to: floor, isClosed: true }] : []),
    ...(ceiling < allNumbers.to ? [{ ...allNumbers, from: ceiling, isClosed: true }] : []),
  ]
}

const numberIn = (text: string) => (text === '' ? Number.NaN : Number(text))

/** Whether the value is in one of the intervals of the zone. */
export const isInZone = (zone: readonly Interval[], value: number): boolean =>
  zone.some(({ from, to, isClosed }) => (isClosed ? from <= value && value <= to : from < value && value < to))

/** The values that are in both zones, as pieces in ascending order. */
export function zoneOverlap(zoneA: readonly Interval[], zoneB: readonly Interval[]): Interval[] {
  return zoneA
    .flatMap((a) =>
      zoneB.flatMap((b) => {
        const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)]
        const isClosed = a.isClosed && b.isClosed
        return from < to || (from === to && isClosed) ? [{ from, to, isClosed }] : []
      }),
    )
    .sort((a, b) => a.from - b.from)
}
