import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readSettings, SettingError } from './settings.ts'

const schema = z.object({
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(8080),
  NAME: z.string('is missing'),
  SHADE: z.enum(['light', 'dark'], 'must be light or dark').optional(),
})

/** The error for these variables. */
function complaint(environment: Record<string, string | undefined>): string {
  try {
    return JSON.stringify(readSettings(schema, environment))
  } catch (error) {
    if (error instanceof SettingError) return error.message
    throw error
  }
}

test('settings are read from the variables with these names only', () => {
  expect(readSettings(schema, { NAME: 'x', PORT: '80', PATH: '/bin' })).toEqual({ NAME: 'x', PORT: 80 })
})

test('an empty variable counts as absent', () => {
  expect(readSettings(schema, { NAME: 'x', PORT: '', SHADE: '' })).toEqual({ NAME: 'x', PORT: 8080 })
  expect(complaint({ NAME: '' })).toBe('NAME: is missing')
})

test.each([
  [{}, 'NAME: is missing'],
  [{ NAME: 'x', SHADE: 'grey' }, 'SHADE: must be light or dark'],
  [{ NAME: 'x', PORT: 'eighty' }, 'PORT: must be a port number'],
])('%j is refused: %s', (environment, message) => {
  expect(complaint(environment)).toBe(message)
})

test('every error is one line that starts with the name of the variable', () => {
  const value = fc.option(fc.string(), { nil: undefined })
  fc.assert(
    fc.property(fc.record({ PORT: value, NAME: value, SHADE: value }), (environment) => {
      expect(complaint(environment)).toMatch(/^(\{.*\}|(PORT|NAME|SHADE): .+)$/)
    }),
  )
})
