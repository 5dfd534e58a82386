import { expect, test } from 'vitest'
import { invalidInput, unknownField } from './errors.ts'

test.each([
  [
    { password: 'Your password is too common.', name: 'Required' },
    'Password: Your password is too common. Name: Required.',
  ],
  [{ current_password: 'Wrong password' }, 'Current password: Wrong password.'],
  [{ 'rules.3.metric': 'Is it new?' }, 'Thresholds rules 4, metric: Is it new?'],
  [{ colour: unknownField }, 'colour: Unknown field.'],
])('the refusal of %o names fields as screens do, and each message ends once', (fields, sentence) => {
  expect(invalidInput(fields).message).toBe(sentence)
})

test('a refusal of many fields names the first ones and the number of the others', () => {
  const fields = Array.from({ length: 300 }, (_, index) => [`rules.${index}.metric`, 'Required'] as const)
  const { message } = invalidInput(fields)
  expect(message).toMatch(/^Thresholds rules 1, metric: Required\. /)
  const named = message.match(/: Required\./g)?.length ?? 0
  expect(message).toMatch(new RegExp(` ${300 - named} more\\.$`))
})
