import { expect, test } from 'vitest'
import { errorBody } from './envelopes.ts'
import { conflict, invalidContent, topologyTaken } from './refusals.ts'

test('a refusal repeats its reason for both kinds of clients', () => {
  expect(errorBody(conflict('It is taken'))).toEqual({
    status: { message: 'Conflict', code: '409', details: 'It is taken' },
    errors: [{ message: 'Conflict', code: '409', details: 'It is taken' }],
  })
})

test('a taken day is told without the envelope, since clients print its title instead of the sentence', () => {
  expect(errorBody(topologyTaken('It exists'))).toEqual({ message: 'It exists', code: '409' })
})

test('of very many problems the first are reported and the rest counted', () => {
  const { status, errors } = errorBody(invalidContent(Array.from({ length: 5000 }, (_, index) => `problem ${index}`)))
  expect(status?.details).toBe('problem 0; problem 1; problem 2; problem 3; problem 4; and 4995 more')
  expect(errors).toHaveLength(101)
  expect(errors?.at(-1)?.details).toBe('and 4900 more')
})
