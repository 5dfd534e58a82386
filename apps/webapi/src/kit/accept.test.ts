import { expect, test } from 'vitest'
import { admitsJson } from './accept.ts'

test.each([
  undefined,
  '',
  '*/*',
  '*',
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/*',
  'text/html, application/xml;q=0.9, */*;q=0.8',
  'application/xml, application/json;q=0.1',
  'application/*;q=0, application/json',
])('%s accepts JSON', (accept) => {
  expect(admitsJson(accept)).toBe(true)
})

test.each([
  'application/xml',
  'text/*',
  'application/json;q=0',
  'application/json;q=0, */*',
  'application/*;q=0.0, */*',
  '*/*;q=0',
  'application/jsonp',
  'json',
])('%s does not', (accept) => {
  expect(admitsJson(accept)).toBe(false)
})
