import type { Interval } from '@quatrain/contract/thresholds/alert-zone.ts'
import type { AlertZones } from '@quatrain/contract/thresholds/threshold-status.ts'

/** The sentence about a status: 'WARNING between 5 s and 10 s'. */
export interface StatusWords {
  readonly status: 'WARNING' | 'CRITICAL'
  readonly when: string
}

/** The values for which each status is reported. */
export const zoneWords = ({ warning, critical }: AlertZones, uom: string): readonly StatusWords[] => [
  { status: 'WARNING', when: intervalWords(warning, uom) },
  { status: 'CRITICAL', when: intervalWords(critical, uom) },
]

/** Numbers between two ends in words, each with its unit. */
export function intervalWords(zone: readonly Interval[], uom: string): string {
  if (zone.length === 0) return 'never'
  return zone.map((interval) => oneInterval(interval, uom)).join(' or ')
}

function oneInterval({ from, to, isClosed }: Interval, uom: string): string {
  const [isFirst, isLast] = [from === Number.NEGATIVE_INFINITY, to === Number.POSITIVE_INFINITY]
  if (isFirst && isLast) return 'for any value'
  if (isFirst) return `${isClosed ? 'at most' : 'below'} ${withUnit(to, uom)}`
  if (isLast) return `${isClosed ? 'at least' : 'above'} ${withUnit(from, uom)}`
  return from === to ? `at ${withUnit(from, uom)}` : `between ${withUnit(from, uom)} and ${withUnit(to, uom)}`
}

/** A number with its unit, as people write it. */
export const withUnit = (number: number, uom: string): string => {
  if (uom === '') return String(number)
  return uom === '%' ? `${number}%` : `${number} ${uom}`
}

/** A typed value, or why it is none. */
export type Measured = { readonly value: number } | { readonly problem: string }

const measured = /^(-?(?:\d+(?:\.\d+)?|\.\d+))\s*([a-zA-Z%]*)$/

/** Reads a value that is tried against limits in `uom`. Units are not converted, because the engine does not either. */
export function readMeasured(text: string, uom: string): Measured {
  const [, number, unit = ''] = measured.exec(text.trim()) ?? []
  if (number === undefined) return { problem: 'Must be a number.' }
  if (unit === '' || unit === uom) return { value: Number(number) }
  return { problem: uom === '' ? 'The limits have no unit.' : `The limits are in ${uom}.` }
}
