import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excessOf, maxValuesIn } from './json-bounds.ts'

test.each(['[', '{"a":', '[{"a":['])('%j repeated is nested too deep', (opening) => {
  expect(excessOf(opening.repeat(1_000_000), 1e9)).toBe('The request body is nested in more than 32 levels.')
})

test.each(['[],', '{},', '1,', '"a":1,', '"\\"",'])('%j repeated has too many values', (value) => {
  expect(excessOf(`[${value.repeat(101)}`, 100)).toBe('The request body has more than 100 values.')
})

test('the content of strings does not count', () => {
  expect(excessOf(JSON.stringify({ text: '[{,"'.repeat(1000) }), 2)).toBeUndefined()
  expect(excessOf('["\\', 2)).toBeUndefined()
})

/** Members and elements of all kinds. */
const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, member) => sum + 1 + valuesIn(member), 0)
    : 0

test('an ordinary document is refused if it has too many values, with a tolerance for empty lists', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(50), (json, most) => {
      const refused = excessOf(json, most) !== undefined
      const values = valuesIn(JSON.parse(json))
      if (values > most) expect(refused).toBe(true)
      if (2 * values + 1 <= most) expect(refused).toBe(false)
    }),
  )
})

test('a large body may contain many values', () => {
  expect(maxValuesIn(4096)).toBe(128)
  expect(maxValuesIn(4 * 1024 * 1024)).toBe(131_072)
})
