import { expect, test } from 'vitest'
import { mixesNegation, problemOfValues, valuesWithoutMatch } from './filter-values.ts'

const unmatched = 'Value not matching predefined values'
const duplicated = 'Duplicate values'
const excluded = 'You cannot select negated value'
const names = ['NATIONAL', 'lab', 'NGI_A', 'NGI_AB', 'SITE-1']

interface Given {
  readonly isEntity: boolean
  readonly options?: readonly string[]
  readonly stored?: readonly string[]
}
const problemOf = (values: readonly string[], { isEntity, options, stored }: Given) =>
  problemOfValues(values, { isEntity, unmatched: valuesWithoutMatch(values, { isEntity, options }), stored })

test.each([
  ['no values of a tag', [], false, { message: 'Required', values: [] }],
  ['no values of an entity', [], true, undefined],
  ['an unknown value', ['lab', 'x'], false, { message: unmatched, values: ['x'] }],
  ['a pattern without a match', ['X*'], false, { message: unmatched, values: ['X*'] }],
  ['a pattern that matches inside only', ['IONAL*'], false, { message: unmatched, values: ['IONAL*'] }],
  ['~ in a tag', ['~lab'], false, { message: unmatched, values: ['~lab'] }],
  ['~ in an entity', ['~lab'], true, undefined],
  ['~ with an unknown value', ['~x'], true, { message: unmatched, values: ['~x'] }],
  ['~ with a pattern', ['~NGI_*'], true, undefined],
  [
    'a value that a pattern matches',
    ['NAT*', 'NATIONAL', 'lab'],
    false,
    { message: duplicated, values: ['NAT*', 'NATIONAL'] },
  ],
  ['two patterns that overlap', ['NAT*', 'NATIONAL*'], false, undefined],
  ['a repeated value', ['lab', 'lab'], true, { message: duplicated, values: ['lab', 'lab'] }],
  ['a value that is excluded', ['~NGI_A', 'NGI_A', 'NGI_AB'], true, { message: excluded, values: ['~NGI_A', 'NGI_A'] }],
  ['a value that a pattern excludes', ['~NGI_*', 'NGI_A'], true, { message: excluded, values: ['~NGI_*', 'NGI_A'] }],
  ['several problems', ['x', 'lab', 'lab'], false, { message: unmatched, values: ['x'] }],
])('%s', (_, values, isEntity, expected) => {
  expect(problemOf(values, { isEntity, options: names })).toEqual(expected)
})

test('without a topology every value matches', () => {
  expect(problemOf(['anything', 'X*'], { isEntity: false })).toBeUndefined()
})

test('a stored value is accepted even if the topology has lost it', () => {
  const rules = { isEntity: false, options: names, stored: ['gone', 'lab'] }
  expect(problemOf(['gone', 'lab'], rules)).toBeUndefined()
  expect(problemOf(['gone', 'new'], rules)).toEqual({ message: unmatched, values: ['new'] })
})

test('~ beside other values may be taken literally', () => {
  expect(mixesNegation(['~a'])).toBe(false)
  expect(mixesNegation(['~a', '~b'])).toBe(true)
  expect(mixesNegation(['a', '~b'])).toBe(true)
  expect(mixesNegation(['a', 'b'])).toBe(false)
})
