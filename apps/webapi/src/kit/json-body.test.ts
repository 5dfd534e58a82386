import { describe, expect, test } from 'vitest'
import { list, members, number, readBody, text } from './json-body.ts'

const profile = members({
  name: text(),
  metric_profile: members({ id: text() }),
  groups: list(members({ name: text() })),
})
const empty = { name: '', metric_profile: { id: '' }, groups: [] }

describe('a body is read leniently:', () => {
  test.each(['{}', 'null', ' { } \n', '{"name": null, "metric_profile": null, "groups": null}', '{"other": 1}'])(
    '%s is empty',
    (body) => {
      expect(readBody(body, profile)).toEqual(empty)
    },
  )

  test('field names in any case, at every depth', () => {
    const body = '{"NAME": "a", "Metric_Profile": {"ID": "b"}, "gROUPS": [{"Name": "c"}, null]}'
    expect(readBody(body, profile)).toEqual({
      name: 'a',
      metric_profile: { id: 'b' },
      groups: [{ name: 'c' }, { name: '' }],
    })
  })

  test('the last of repeated fields is used', () => {
    expect(readBody('{"name": "a", "Name": "b"}', profile)).toEqual({ ...empty, name: 'b' })
  })

  test('inherited names of JavaScript objects are unknown fields', () => {
    expect(readBody('{"__proto__": {"name": "a"}, "constructor": 1}', profile)).toEqual(empty)
  })

  test('characters that cannot be stored are replaced', () => {
    expect(readBody('{"name": "a\\u0000b\\ud800"}', profile)).toEqual({ ...empty, name: 'a\ufffdb\ufffd' })
  })
})

test.each([
  ['80', 80],
  ['"80"', 80],
  ['"-0.5"', -0.5],
  ['null', 0],
])('the number %s is read', (text, read) => {
  expect(readBody(`{"n": ${text}}`, members({ n: number() }))).toEqual({ n: read })
})

test.each(['""', '"eighty"', '"1e999"', '1e999', '"0x10"', '" 1"', '"1."', '[1]', 'true', `"${'9'.repeat(30)}"`])(
  '%s is not a number',
  (text) => {
    expect(() => readBody(`{"n": ${text}}`, members({ n: number() }))).toThrow('malformed JSON')
  },
)

test.each([
  '',
  '{',
  '{"name": "a"} b',
  '[]',
  '1',
  '{"name": 1}',
  '{"name": ["a"]}',
  '{"groups": {}}',
  '{"groups": ["a"]}',
  '{"metric_profile": []}',
])('%s is malformed', (body) => {
  expect(() => readBody(body, profile)).toThrow('malformed JSON')
})
