import { AppError } from '@quatrain/platform/errors.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { submissionOf } from './submission.ts'

const guidelines = 'https://guide.example.org'
const fine = {
  name: 'queue-probe',
  docurl: 'https://docs.example.org/queue',
  command: '/usr/libexec/queue -H <hostname> -t 30',
  contact: 'dev@example.org',
  script: 'https://code.example.org/queue.py',
}
const read = (body: unknown) => {
  try {
    return submissionOf(body, guidelines)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') return error.message
    throw error
  }
}
const withRpm = { ...fine, script: '', rpm: 'queue-0.1-1.noarch.rpm' }

/** Each also violates all rules that are checked later. */
const wrong = {
  name: '',
  docurl: 'docs',
  command: 'queue',
  contact: 'dev',
  rpm: 'queue.rpm',
  yum_baseurl: 'repo',
  script: 'queue.py',
}
const yumBaseurlNeeded = "Field 'yum_baseurl' is mandatory with 'rpm' field, unless 'rpm' field is defined as valid URL"

test.each([
  ['name', { ...wrong, docurl: '', command: '', contact: '', rpm: '', script: '' }, "Field 'name' is mandatory"],
  ['docurl', { ...wrong, name: 'a', docurl: '' }, "Field 'docurl' is mandatory"],
  ['command', { ...wrong, name: 'a', command: '' }, "Field 'command' is mandatory"],
  ['contact', { ...wrong, name: 'a', contact: '' }, "Field 'contact' is mandatory"],
  ['rpm or script', { ...wrong, name: 'a', rpm: '', script: '' }, "You must provide either 'rpm' or 'script' field"],
  ['docurl', { ...wrong, name: 'a' }, "Field 'docurl' must be defined as valid URL"],
  ['yum_baseurl', { ...wrong, name: 'a', docurl: fine.docurl, yum_baseurl: '' }, yumBaseurlNeeded],
  ['yum_baseurl', { ...wrong, name: 'a', docurl: fine.docurl }, "Field 'yum_baseurl' must be defined as valid URL"],
  [
    'script',
    { ...wrong, name: 'a', docurl: fine.docurl, yum_baseurl: fine.docurl },
    "Field 'script' must be defined as valid URL",
  ],
  ['contact', { ...fine, contact: 'dev', command: 'queue' }, "Field 'contact' is not valid email"],
  [
    'command',
    { ...fine, command: 'queue' },
    "Invalid 'command' field. Command must have -t/--timeout argument. Please refer to the probe development guidelines: https://guide.example.org",
  ],
])('the first violation is reported: %s', (_, body, detail) => expect(read(body)).toBe(detail))

test.each([
  ['queue --timeout=30', false],
  ['queue -t30', false],
  ['queue\t-t 30', false],
  ['queue --timeouts 30', false],
  ['queue -t', true],
  ['queue --timeout 30 -H x', true],
])('the timeout is a separate word in %j: %s', (command, isFine) => {
  expect(typeof read({ ...fine, command }) === 'object').toBe(isFine)
})

test('a package that is an address needs no repo, a name needs one', () => {
  expect(read({ ...withRpm, rpm: 'ftp://files.example.org/queue.rpm' })).toMatchObject({ yum_baseurl: '' })
  expect(read(withRpm)).toBe(yumBaseurlNeeded)
  expect(read({ ...withRpm, yum_baseurl: 'http://localhost/el9/' })).toMatchObject({ rpm: withRpm.rpm })
})

test('missing fields are empty, and unknown ones are ignored', () => {
  const rest = { description: '', rpm: '', yum_baseurl: '' }
  expect(read({ ...fine, status: 'deployed', colour: 'red' })).toEqual({ ...fine, ...rest })
})

test.each([[null], [undefined], [[]], ['text'], [7], [{}], [{ name: null }]])('%j is not a submission', (body) => {
  expect(read(body)).toBe("Field 'name' is mandatory")
})

test.each([
  ['description', null, "Field 'description' must be text"],
  ['command', ['a', '-t'], "Field 'command' must be text"],
  ['name', 7, "Field 'name' must be text"],
  ['name', 'x'.repeat(129), "Field 'name' must be 128 characters or fewer"],
  ['command', `${'x'.repeat(2048)} -t`, "Field 'command' must be 2048 characters or fewer"],
  ['name', 'a\0b', "Field 'name' holds characters that cannot be kept"],
  ['description', '\ud800', "Field 'description' holds characters that cannot be kept"],
])('%s cannot contain what the database cannot store', (field, value, detail) => {
  expect(read({ ...fine, [field]: value })).toBe(detail)
})

test('every body is accepted completely or refused with a message', () => {
  const anything = fc.anything()
  fc.assert(
    fc.property(anything, anything, anything, (name, rpm, description) => {
      const result = read({ ...fine, name, rpm, description })
      if (typeof result === 'string') expect(result).toMatch(/^Field '(name|rpm|description|yum_baseurl)' /)
      else
        expect(Object.values(result ?? {}).map((text) => typeof text)).toEqual(
          Array.from({ length: 8 }, () => 'string'),
        )
    }),
  )
})

test.each(['\u202e', '\u200b', '\u0007', '\n'])('a name cannot contain invisible characters, as in %j', (character) => {
  const detail = "Field 'name' can contain only letters, digits, spaces and punctuation"
  expect(read({ ...fine, name: `queue${character}probe` })).toBe(detail)
})

test('a too long text is refused before other rules are checked', () => {
  for (const field of ['docurl', 'command', 'contact', 'script'] as const) {
    expect(read({ ...fine, [field]: 'x'.repeat(3000) })).toMatch(/^Field '\w+' must be \d+ characters or fewer$/)
  }
})
