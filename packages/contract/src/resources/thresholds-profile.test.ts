import { expect, test } from 'vitest'
import { diff, size } from '../compare/compare.ts'
import { type ThresholdsRule, thresholdsProblem, thresholdsProfiles } from './thresholds-profile.ts'

const input = { name: 'limits', groupname: 'ops' }
const rule: ThresholdsRule = { metric: 'http', thresholds: 'time=1s;0:5;5:' }

const rulesOf = (...rules: object[]) => thresholdsProfiles.add.parse({ ...input, rules }).rules
const errorsOf = (given: object) => {
  const { error } = thresholdsProfiles.add.safeParse({ ...input, rules: [{ ...rule, ...given }] })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test('an empty host and an empty endpoint group are left out', () => {
  expect(rulesOf({ ...rule, host: '', endpoint_group: '' })).toStrictEqual([rule])
  const local = { ...rule, host: 'h.example.org', endpoint_group: 'SITE' }
  expect(rulesOf(local)).toStrictEqual([local])
})

test.each(['time=1s;5:10;10:', 'aa=1  bb=2 ', 'aa=1\nbb=2', 'aa=1;@5:10;@~:5', 'x=.5', 'size=3GB', ''])(
  'thresholds are kept byte for byte: %j',
  (thresholds) => {
    expect(rulesOf({ ...rule, thresholds })).toStrictEqual([{ ...rule, thresholds }])
  },
)

test('a message names the field', () => {
  expect(errorsOf({ metric: ' ' })).toEqual({ 'rules.0.metric': 'Required' })
  expect(errorsOf({ thresholds: 1 })).toEqual({ 'rules.0.thresholds': 'Must be text' })
})

test.each([
  ['time=1s;5:10;10:', undefined],
  ['', 'Required'],
  ['time', 'Must be entries of the form label=value[unit];[warning];[critical];[min];[max]'],
  ['size=3GB', 'Must be entries of the form label=value[unit];[warning];[critical];[min];[max]'],
])('the problem of new thresholds %j is %j', (text, problem) => expect(thresholdsProblem(text)).toBe(problem))

test('a changed limit is one difference, and so is the order of rules', () => {
  const document = { ...input, description: '', rules: [rule, { ...rule, host: 'h' }] }
  const changed = {
    ...document,
    rules: [
      { ...rule, thresholds: 'time=1s;0:6;6:' },
      { ...rule, host: 'h' },
    ],
  }
  expect(size(diff(thresholdsProfiles.compared, document, changed))).toBe(1)
  expect(size(diff(thresholdsProfiles.compared, document, { ...document, rules: document.rules.toReversed() }))).toBe(1)
})
