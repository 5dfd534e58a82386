import {
  partLabels,
  readThreshold,
  readThresholds,
  type StoredThreshold,
  type Threshold,
  units,
} from './threshold-text.ts'

type Part = keyof Threshold

export interface ThresholdProblem {
  readonly part: Part
  readonly message: string
}

const labelForm = /^[A-Za-z][A-Za-z0-9]*$/
const number = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/
const lowerLimit = /^@?(?:~|-?(?:\d+(?:\.\d+)?|\.\d+))$/

const isNumber = (text: string) => number.test(text)
/** An empty text counts as valid: a limit that is required has a message of its own for it. */
const isNumberOrEmpty = (text: string) => text === '' || isNumber(text)

interface Rule extends ThresholdProblem {
  /** The parts that the rule compares. */
  readonly concerns: readonly Part[]
  readonly isMet: (threshold: Threshold) => boolean
}

const rule = (part: Part, message: string, isMet: Rule['isMet'], concerns: readonly Part[] = [part]): Rule => ({
  part,
  message,
  isMet,
  concerns,
})

/** The rules of a range; `name` is how messages call it. */
const rangeRules = (name: string, lower: Part, upper: Part): Rule[] => [
  rule(lower, 'Required', (threshold) => threshold[lower] !== '', [lower, upper]),
  rule(lower, 'Must be a number.', (threshold) => threshold[lower] === '' || lowerLimit.test(threshold[lower])),
  rule(upper, 'Must be a number.', (threshold) => isNumberOrEmpty(threshold[upper])),
  // The engine that evaluates thresholds cannot read a range without any end.
  rule(
    upper,
    `Required if there is no lower ${name} limit`,
    (threshold) => !isEndless(threshold[lower], threshold[upper]),
    [lower, upper],
  ),
  rule(
    upper,
    `Should be greater than lower ${name} limit`,
    (threshold) => !(compare(threshold[lower].replace(/^@/, ''), threshold[upper]) > 0),
    [lower, upper],
  ),
]

const isEndless = (lower: string, upper: string) => /^@?~$/.test(lower) && upper === ''

/** Positive if the first number is greater; NaN unless both texts are numbers. */
const compare = (a: string, b: string) => (isNumber(a) && isNumber(b) ? Number(a) - Number(b) : NaN)

const labelMessage = 'Label can contain alphanumeric characters, but must always begin with a letter.'

/** One entry for each rule; of several problems of one part the first one counts. */
const rules: readonly Rule[] = [
  rule('label', 'Required', ({ label }) => label !== ''),
  rule('label', labelMessage, ({ label }) => labelForm.test(label)),
  rule('value', 'Must be a number.', ({ value }) => isNumberOrEmpty(value)),
  rule('uom', `Must be one of ${units.join(', ')}`, ({ uom }) => uom === '' || units.some((unit) => unit === uom)),
  ...rangeRules('warning', 'warn1', 'warn2'),
  ...rangeRules('critical', 'crit1', 'crit2'),
  rule('min', 'Must be a number.', ({ min }) => isNumberOrEmpty(min)),
  rule('max', 'Must be a number.', ({ max }) => isNumberOrEmpty(max)),
  rule('min', 'Required with a max value', ({ min, max }) => min !== '' || max === '', ['min', 'max']),
  rule('max', 'Required with a min value', ({ min, max }) => max !== '' || min === '', ['min', 'max']),
  rule('max', 'Should be greater than min value.', ({ min, max }) => !(compare(min, max) >= 0), ['min', 'max']),
]

/**
 * What is wrong with the text of a rule that is new or changed, in the words of the form; undefined if it has a meaning. A label
 * that the form does not offer, such as one with an underscore, may be right: plugins choose their labels.
 */
export function textProblem(text: string): string | undefined {
  const thresholds = readThresholds(text)
  const repeated = repeatedLabel(thresholds)
  if (repeated !== undefined) return `${repeated} is set twice`
  for (const threshold of thresholds) {
    const [problem] = problemsOf(threshold, ({ message }) => message !== labelMessage)
    if (problem) return `${threshold.label}: ${partLabels[problem.part]}: ${problem.message}`
  }
  return undefined
}

/** The first label that an earlier threshold of the rule has too. */
export function repeatedLabel(thresholds: readonly Pick<Threshold, 'label'>[]): string | undefined {
  const labels = thresholds.map(({ label }) => label.trim()).filter((label) => label !== '')
  return labels.find((label, index) => labels.indexOf(label) !== index)
}

/** The labels of a text that the form does not offer. */
export const unusualLabels = (text: string): string[] =>
  readThresholds(text).flatMap(({ label }) => (label === '' || labelForm.test(label) ? [] : [label]))

/** What is wrong with a threshold, with at most one problem for each part. */
export function thresholdProblems(threshold: Threshold): ThresholdProblem[] {
  return problemsOf(threshold, () => true)
}

/**
 * What is wrong with a threshold of a form. What is stored and has not been changed is accepted, so that a rule of
 * another origin can be kept.
 */
export function editedThresholdProblems(threshold: StoredThreshold): ThresholdProblem[] {
  if (threshold.text === '') return thresholdProblems(threshold)
  const stored = readThreshold(threshold.text)
  return problemsOf(threshold, ({ concerns }) => concerns.some((part) => threshold[part] !== stored[part]))
}

function problemsOf(threshold: Threshold, applies: (rule: Rule) => boolean): ThresholdProblem[] {
  const messages = new Map<Part, string>()
  for (const rule of rules) {
    const { part, message, isMet } = rule
    if (!messages.has(part) && applies(rule) && !isMet(threshold)) messages.set(part, message)
  }
  return [...messages].map(([part, message]) => ({ part, message }))
}
