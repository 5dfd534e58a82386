import { expect, test } from 'vitest'
import { messageOf } from './finding.ts'

test('a failure at every address of a name says why each of them failed', () => {
  const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`))
  expect(messageOf(new AggregateError(refused))).toBe(
    'connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432',
  )
})

test('a message is cut after its first line', () => {
  expect([messageOf(new Error('one\ntwo')), messageOf('text')]).toEqual(['one', 'text'])
})
