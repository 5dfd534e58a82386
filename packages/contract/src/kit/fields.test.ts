import { allResources } from '@quatrain/contract/testing/all-resources.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addPasskey } from '../accounts/second-factor.ts'
import { newUserKey } from '../accounts/user-keys.ts'
import { moment, objectName, optionalText, requiredText, uniqueRows } from './fields.ts'

/** The errors by the path of the field; undefined if the value is valid. */
const refused = (schema: z.ZodType, value: unknown) =>
  schema
    .safeParse(value)
    .error?.issues.map(({ path, message }) => (path.length > 0 ? [path.join('.'), message] : message))

describe('required text', () => {
  test.each(['', ' ', '\t\n'])('is not %j', (blank) => {
    expect(refused(requiredText(), blank)).toEqual(['Required'])
  })

  test('is required with a message that users understand', () => {
    expect(refused(requiredText(), undefined)).toEqual(['Required'])
    expect(refused(requiredText(), 7)).toEqual(['Must be text'])
    expect(refused(requiredText(), null)).toEqual(['Must be text'])
    expect(refused(z.object({ name: requiredText() }), 'text')).toEqual(['Must be an object'])
    expect(refused(z.array(requiredText()), {})).toEqual(['Must be a list'])
  })

  test('loses the white space around it only', () => {
    expect(requiredText().parse('  a  b ')).toBe('a  b')
  })

  test('has a maximum length without the white space around it', () => {
    expect(refused(requiredText(3), ' abc ')).toBeUndefined()
    expect(refused(requiredText(3), 'abcd')).toEqual(['Must be 3 characters or fewer'])
    expect(refused(requiredText(), 'x'.repeat(129))).toEqual(['Must be 128 characters or fewer'])
  })

  test('is accepted again unchanged', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const { data } = requiredText().safeParse(text)
        if (data !== undefined) expect(requiredText().parse(data)).toBe(data)
      }),
    )
  })
})

test('optional text is kept unchanged', () => {
  expect(optionalText(3).parse(' a ')).toBe(' a ')
  expect(optionalText(3).parse('')).toBe('')
  expect(refused(optionalText(3), 'abcd')).toEqual(['Must be 3 characters or fewer'])
})

test.each([requiredText(), optionalText(9), objectName()])(
  'no text contains characters that PostgreSQL cannot store',
  (schema) => {
    expect(refused(schema, 'a\0b')).toContain('Cannot contain the character U+0000')
    expect(refused(schema, 'a\ud800b')).toContain('Cannot contain half a character')
  },
)

describe('the name of an object', () => {
  test.each(['CORE', 'a b', 'web.http-2', 'a/b', '(1.0) [x]', 'żółw', '中文', "it's", 'a+b=c', '100%', '…', 'Add'])(
    'can be %s',
    (name) => {
      expect(refused(objectName(), name)).toBeUndefined()
    },
  )

  test.each(['add', 'clone', 'history', 'compare', '.', '..', ' add '])(
    'cannot be %j, which has another meaning in an address',
    (name) => {
      expect(refused(objectName(), name)).toEqual(['This name is reserved'])
    },
  )

  test.each(['a\nb', 'a\tb', '\u{1f680}', 'a\u200bb', 'a\u202eb'])(
    'cannot contain invisible characters, as in %j',
    (name) => {
      expect(refused(objectName(), name)).toEqual(['Name can contain only letters, digits, spaces and punctuation'])
    },
  )

  const ofResources = allResources.flatMap(({ kind, add }) => {
    const schema = add?.shape.name
    // Names of service types are ASCII, by a rule that what is stored does not have to follow.
    if (kind === 'servicetype') return []
    return schema instanceof z.ZodType ? [{ kind, schema }] : []
  })
  const named = [
    ...ofResources,
    { kind: 'key of a user', schema: newUserKey.shape.name },
    { kind: 'passkey', schema: addPasskey.body.shape.name },
  ]
  const variants = [
    ['WEB-API-Z\u0307', 'WEB-API-\u017b'],
    [' WEB  \u00a0 API ', 'WEB API'],
    // The end of the longest name.
    [`${'e\u0301'.repeat(50)} `, '\u00e9'.repeat(50)],
  ] as const
  test.each(named)('of a new $kind is refused, or has one form for all that look the same', ({ schema }) => {
    for (const [given, expected] of variants) {
      const { data } = schema.safeParse(given)
      if (data !== undefined) expect(data).toBe(expected)
    }
  })

  test('has this form before it is compared with what is reserved', () => {
    expect(objectName().parse('web   http')).toBe('web http')
    expect(refused(objectName(), ' \u00a0add ')).toEqual(['This name is reserved'])
  })

  test('can be written in an address and read from it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { data } = objectName().safeParse(text)
        if (data !== undefined)
          expect(decodeURIComponent(new URL(`http://x/${encodeURIComponent(data)}`).pathname.slice(1))).toBe(data)
      }),
    )
  })
})

describe('rows that must not repeat', () => {
  const rows = z
    .array(z.object({ a: requiredText(), b: z.string() }))
    .superRefine(uniqueRows(({ a, b }) => `${a}\n${b}`, 'Duplicated'))

  test('are marked from the second on, and blank ones as blank', () => {
    const x = { a: 'x', b: '' }
    expect(refused(rows, [x, { a: 'y', b: '' }, x, x])).toEqual([
      ['2', 'Duplicated'],
      ['3', 'Duplicated'],
    ])
    expect(refused(rows, [{ a: '', b: '' }, x, x])).toEqual([
      ['0.a', 'Required'],
      ['2', 'Duplicated'],
    ])
  })

  test('are exactly those whose text an earlier one has', () => {
    const numbers = z.array(z.number()).superRefine(uniqueRows(String, 'Duplicated'))
    fc.assert(
      fc.property(fc.array(fc.nat(5)), (given) => {
        const repeated = given.flatMap((number, row) =>
          given.indexOf(number) < row ? [[String(row), 'Duplicated']] : [],
        )
        expect(refused(numbers, given) ?? []).toEqual(repeated)
      }),
    )
  })
})

test('a moment is ISO 8601 in UTC', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      expect(refused(moment(), date.toISOString())).toBeUndefined()
    }),
  )
  for (const text of ['2030-01-01', '2030-01-01 08:00:00', '2030-01-01T08:00:00', '2030-01-01T08:00:00+01:00', '']) {
    expect(refused(moment(), text)).toHaveLength(1)
  }
})
