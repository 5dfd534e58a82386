import type { StoredThreshold } from '@quatrain/contract/thresholds/threshold-text.ts'
import type { CSSProperties } from 'react'

const numbers = ['value', 'warn1', 'warn2', 'crit1', 'crit2', 'min', 'max'] as const
type Numbers = (typeof numbers)[number]

/** Wide enough for four digits. */
const usual = 66
/** The padding of a cell and of its input, and their borders. */
const around = 28
const digit = 7.9
/** Longer texts are no numbers that anybody compares. */
const maxDigits = 16
/** What the other columns do not need where the table is as narrow as its columns allow. */
const spare = 50

/** Grows in steps of two digits. */
const widthFor = (digits: number) =>
  Math.max(usual, Math.ceil(Math.min(Math.ceil(digits / 2) * 2, maxDigits) * digit) + around)

/** The widths of the columns of numbers, by the longest number in each, and how much more they need than usual. */
export function limitWidths(rules: readonly { readonly thresholds: readonly StoredThreshold[] }[]): CSSProperties {
  const thresholds = rules.flatMap((rule) => rule.thresholds)
  const widths = numbers.map((name) => widthFor(longest(thresholds, name)))
  const more = widths.reduce((sum, width) => sum + width - usual, 0)
  return {
    ...Object.fromEntries(numbers.map((name, at) => [`--width-of-${name}`, `${widths[at]}px`])),
    '--excess': `${Math.max(0, more - spare)}px`,
  }
}

const longest = (thresholds: readonly StoredThreshold[], name: Numbers) =>
  thresholds.reduce((digits, threshold) => Math.max(digits, threshold[name].trim().length), 0)

/** The width of such a column. */
export const limitWidth = (name: Numbers): string => `var(--width-of-${name}, ${usual}px)`
