import { readThresholds, type Threshold } from './threshold-text.ts'

/**
 * The changes between two texts of thresholds in words, with the label where there are several: `Warning from 85% to 80%`.
 * Empty if one of the texts is.
 */
export function thresholdChanges(before: string, after: string): readonly string[] {
  const [old, now] = [byLabel(before), byLabel(after)]
  if (old.size === 0 || now.size === 0) return []
  const labels = new Set([...old.keys(), ...now.keys()])
  return [...labels].flatMap((label) => {
    const [was, is] = [old.get(label), now.get(label)]
    if (!was) return [`${label} is added`]
    if (!is) return [`${label} is removed`]
    return changesOf(was, is).map((change) => (labels.size === 1 ? change : `${label}: ${change}`))
  })
}

const byLabel = (text: string) => new Map(readThresholds(text).map((threshold) => [threshold.label, threshold]))

const changesOf = (was: Threshold, is: Threshold): readonly string[] =>
  parts.flatMap(([name, textOf]) => {
    const [before, after] = [textOf(was), textOf(is)]
    return before === after ? [] : [`${name} from ${before} to ${after}`]
  })

const parts: readonly (readonly [string, (threshold: Threshold) => string])[] = [
  ['Value', ({ value, uom }) => withUnit(value, uom)],
  ['Warning', ({ warn1, warn2, uom }) => withUnit(rangeOf(warn1, warn2), uom)],
  ['Critical', ({ crit1, crit2, uom }) => withUnit(rangeOf(crit1, crit2), uom)],
  ['Min', ({ min, uom }) => withUnit(min, uom)],
  ['Max', ({ max, uom }) => withUnit(max, uom)],
]

/** A range from 0 is written by its upper limit alone. */
const rangeOf = (lower: string, upper: string) =>
  lower === '0' ? upper : lower === '' && upper === '' ? '' : `${lower}:${upper}`

const withUnit = (text: string, uom: string) => {
  if (text === '') return 'none'
  return uom === '' || uom === '%' ? `${text}${uom}` : `${text} ${uom}`
}
