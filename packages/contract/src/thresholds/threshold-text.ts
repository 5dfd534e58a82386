import { entriesOf } from '../web-api/thresholds.ts'

/** One threshold as it is edited: every part is the text that a user types. */
export interface Threshold {
  readonly label: string
  readonly value: string
  readonly uom: string
  readonly warn1: string
  readonly warn2: string
  readonly crit1: string
  readonly crit2: string
  readonly min: string
  readonly max: string
}

/** A threshold with the text that it was read from; the text of a new one is empty. */
export interface StoredThreshold extends Threshold {
  readonly text: string
}

/** The parts of a threshold, in the order of the screen and of the text. */
export const thresholdParts = ['label', 'value', 'uom', 'warn1', 'warn2', 'crit1', 'crit2', 'min', 'max'] as const

/** What the screens and messages call them. */
export const partLabels: Readonly<Record<keyof Threshold, string>> = {
  label: 'Label',
  value: 'Value',
  uom: 'Unit',
  warn1: 'Warning from',
  warn2: 'Warning to',
  crit1: 'Critical from',
  crit2: 'Critical to',
  min: 'Min',
  max: 'Max',
}

/** The units of values; a value can have none. */
export const units = ['s', 'us', 'ms', 'B', 'KB', 'MB', 'TB', '%', 'c'] as const

const isSameThreshold = (a: Threshold, b: Threshold): boolean => thresholdParts.every((part) => a[part] === b[part])

/**
 * Reads the thresholds of a rule. Every text can be read, also one that the Web API would refuse: what has no meaning
 * stays visible in one of the parts, where the rules of a threshold find it.
 */
export const readThresholds = (text: string): StoredThreshold[] =>
  (entriesOf(text) ?? text.match(/\S+/g) ?? []).map((entry) => readThreshold(entry.trim()))

/**
 * Writes the thresholds of a rule. Unchanged thresholds keep the text that they were read from, and unchanged lists keep
 * the whole text, byte for byte.
 * @param stored the text of the rule that the thresholds were read from; empty for a new rule
 */
export function writeThresholds(thresholds: readonly StoredThreshold[], stored: string): string {
  const storedThresholds = readThresholds(stored)
  const isUnchanged =
    thresholds.length === storedThresholds.length &&
    storedThresholds.every((threshold, index) => isSameAt(thresholds, index, threshold))
  return isUnchanged ? stored : thresholds.map(textOf).join(' ')
}

const isSameAt = (thresholds: readonly Threshold[], index: number, threshold: Threshold) => {
  const thresholdAtIndex = thresholds[index]
  return thresholdAtIndex !== undefined && isSameThreshold(threshold, thresholdAtIndex)
}

const textOf = (threshold: StoredThreshold): string =>
  threshold.text !== '' && isSameThreshold(readThreshold(threshold.text), threshold)
    ? threshold.text
    : writeThreshold(threshold)

/** A text that no other threshold follows: `label=value[unit];[warning];[critical];[min];[max]`. */
export function readThreshold(text: string): StoredThreshold {
  const equals = text.indexOf('=')
  const [label, values] = equals < 1 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)]
  const [measured = '', warning = '', critical = '', min = '', ...maxParts] = values
    .replace(/[;\s]+$/, '')
    .split(';')
    .map((part) => part.trim())
  const [, value = measured, uom = ''] = /^([-.\d]+)(us|ms|s|%|KB|MB|TB|B|c)?$/.exec(measured) ?? []
  const [warn1, warn2] = readRange(warning)
  const [crit1, crit2] = readRange(critical)
  return { label, value, uom, warn1, warn2, crit1, crit2, min, max: maxParts.join(';'), text }
}

/** A range without a colon has only an upper limit, and begins at 0. */
function readRange(range: string): readonly [string, string] {
  const colon = range.indexOf(':')
  if (colon >= 0) return [range.slice(0, colon), range.slice(colon + 1)]
  if (range === '' || range === '@') return [range, '']
  return range.startsWith('@') ? ['@0', range.slice(1)] : ['0', range]
}

function writeThreshold(threshold: Threshold): string {
  const { label, value, uom, warn1, warn2, crit1, crit2, min, max } = threshold
  const measured = `${label}=${value === '' ? '0' : value}${uom}`
  // The rules refuse one of min and max alone, except where it is stored, and then it is kept.
  const bounds = max === '' ? (min === '' ? [] : [min]) : [min, max]
  return [measured, writeRange(warn1, warn2), writeRange(crit1, crit2), ...bounds].join(';')
}

const writeRange = (lower: string, upper: string) => (lower === '' && upper === '' ? '' : `${lower}:${upper}`)
