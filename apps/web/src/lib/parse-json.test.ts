import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test('a text is parsed like JSON.parse does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseJson(JSON.stringify(value, null, 1))).toEqual({ value: JSON.parse(JSON.stringify(value)) })
    }),
  )
})

test('a text that JSON.parse refuses is refused with its line', () => {
  fc.assert(
    fc.property(
      fc.object(),
      fc.nat(),
      fc.constantFrom('', ',', '"', '{', ']', '//', 'x', '\u0001'),
      (value, at, character) => {
        const whole = JSON.stringify(value, null, 1)
        const place = at % whole.length
        const text = whole.slice(0, place) + character + whole.slice(place + 1)
        const isValid = isJson(text)
        const parsed = parseJson(text)
        if (isValid) expect(parsed).toHaveProperty('value')
        else
          expect(parsed).toEqual({ why: expect.stringMatching(/^The file is not valid JSON\. Line \d+, column \d+: /) })
      },
    ),
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('a property called __proto__ is a property like others', () => {
  const text = '{"a": [{"__proto__": {"name": "x"}}]}'
  expect(JSON.stringify(parseJson(text))).toBe('{"value":{"a":[{"__proto__":{"name":"x"}}]}}')
})

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', 'Line 3, column 3: a comma or a closing bracket is missing.'],
  ['{\n  "a": [1, 2\n}', 'Line 3, column 1: a comma or a closing bracket is missing.'],
  ['', 'Line 1, column 1: a value is missing.'],
])('%j', (text, why) => {
  expect(parseJson(text)).toEqual({ why: `The file is not valid JSON. ${why}` })
})
