import type { ThresholdsRule } from '@quatrain/contract/resources/thresholds-profile.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsBeside, rowsOfRules, ruleRows, rulesOfRows, thresholdRows } from './rule-rows.ts'
import {
  fieldOfThresholdsProfile,
  thresholdsProfileDefinition,
  thresholdsProfileSchema,
} from './thresholds-profile-form.ts'

const word = fc.constantFrom('aa=1', 'b', '=', '1.5', ';', ':', '~', '@', ' ', '%', 'KB', ';0:5', ';10', '\n', 'GB')
const rule = fc.record(
  {
    metric: fc.constantFrom('http', 'ping'),
    host: fc.constantFrom('web1', 'web2'),
    endpoint_group: fc.constantFrom('SITE-A', 'SITE-B'),
    thresholds: fc.array(word, { maxLength: 12 }).map((words) => words.join('')),
  },
  { requiredKeys: ['metric', 'thresholds'] },
)

test('rules that were not touched are sent as they are stored, byte for byte', () => {
  fc.assert(
    fc.property(fc.array(rule), (rules) => {
      expect(rulesOfRows(rowsOfRules(rules))).toEqual(rules)
    }),
  )
})

test('rules that another user saved keep the rows of the same rules', () => {
  const [first, second]: ThresholdsRule[] = [
    { metric: 'http', thresholds: 'time=1s;5:10;10:' },
    { metric: 'ping', thresholds: 'rta=1ms;5:10;10:' },
  ]
  if (!first || !second) throw new Error('There are two rules.')
  const before = rowsOfRules([first, second])
  const after = rowsBeside([second, { ...first, thresholds: 'time=1s;5:20;20:' }], before)
  expect(after.map(({ id }) => id)).toEqual([before[1]?.id, before[0]?.id])
  expect(ruleRows.countChanges(before, after)).toBe(1)
})

test('one changed limit is one change, and back it is none', () => {
  const { valuesOf, countChanges } = thresholdsProfileDefinition
  const stored = valuesOf({
    apiid: '1',
    name: 'A',
    groupname: 'ops',
    description: 'kept',
    rules: [{ metric: 'http', thresholds: 'time=1s;10;20' }],
  })
  const [row] = stored.rules
  const [threshold] = thresholdRows.rowsOf(row?.thresholds ?? [])
  if (!row || !threshold) throw new Error('There is a rule with a threshold.')
  const withLimit = (text: string) => {
    const thresholds = [thresholdRows.edited(threshold, 'warn2', text)]
    return { ...stored, rules: [ruleRows.rowWith(row.id, { ...row, thresholds })] }
  }
  expect(countChanges?.(stored, withLimit('12'))).toBe(1)
  expect(rulesOfRows(withLimit('12').rules)).toEqual([{ metric: 'http', thresholds: 'time=1s;0:12;0:20' }])
  expect(countChanges?.(stored, withLimit('10'))).toBe(0)
  expect(rulesOfRows(withLimit('10').rules)).toEqual([{ metric: 'http', thresholds: 'time=1s;10;20' }])
  expect(thresholdsProfileDefinition.toDocument(withLimit('10'))).toMatchObject({ description: 'kept' })
})

test('a path of the server names the row that was sent, also behind blank ones', () => {
  const rules = [ruleRows.newRow(), ...rowsOfRules([{ metric: 'http', thresholds: 'time=1s;5:10;10:' }])]
  const values = { ...thresholdsProfileDefinition.blank, rules }
  expect(fieldOfThresholdsProfile('rules.0.metric', values)).toBe('rules.1.metric')
  expect(fieldOfThresholdsProfile('rules.0.thresholds', values)).toBe('rules.1.thresholds')
})

const messagesOf = (...rules: ThresholdsRule[]) =>
  thresholdsProfileSchema
    .safeParse({ name: 'A', groupname: 'ops', description: '', rules: rowsOfRules(rules) })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

test('a profile may have no rules, and a rule must have thresholds', () => {
  expect(messagesOf()).toEqual([])
  expect(messagesOf({ metric: 'http', thresholds: '' })).toEqual([
    'rules.0.thresholds.0.label: Required',
    'rules.0.thresholds.0.warn1: Required',
    'rules.0.thresholds.0.crit1: Required',
  ])
  expect(messagesOf({ metric: 'http', thresholds: 'x=5' })).toEqual([])
})

test('a stored text that the Web API would refuse is accepted until it is changed', () => {
  const rule = { metric: 'http', thresholds: 'x=3GB;0:1' }
  expect(messagesOf(rule)).toEqual([])
  const [row] = rowsOfRules([rule])
  const [threshold] = thresholdRows.rowsOf(row?.thresholds ?? [])
  if (!row || !threshold) throw new Error('There is a rule with a threshold.')
  const changed = { ...row, thresholds: [thresholdRows.edited(threshold, 'warn2', '2')] }
  const values = { name: 'A', groupname: 'ops', description: '', rules: [ruleRows.rowWith(row.id, changed)] }
  expect(thresholdsProfileSchema.safeParse(values).error?.issues.map(({ path }) => path.join('.'))).toContain(
    'rules.0.thresholds',
  )
})
