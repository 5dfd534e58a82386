import { expect, test } from 'vitest'
import { previousSecretOf, recoverAfter } from './settings.ts'

const settings = (timeout: number, configured?: number) => ({
  QUATRAIN_WEBAPI_TIMEOUT_SECONDS: timeout,
  QUATRAIN_RECOVER_AFTER_SECONDS: configured,
})

test('unfinished writes are recovered after a minute, or later with a longer Web API timeout', () => {
  expect(recoverAfter(settings(10))).toBe(60)
  expect(recoverAfter(settings(60))).toBe(180)
  expect(recoverAfter(settings(1, 3))).toBe(3)
})

test('a write that may still be running cannot be recovered', () => {
  expect(() => recoverAfter(settings(10, 29))).toThrow('QUATRAIN_RECOVER_AFTER_SECONDS: must be at least 30')
})

test('the previous secret differs from the current one', () => {
  const [present, previous] = ['a secret of thirty-two characters', 'a secret of thirty-two characterz']
  expect(previousSecretOf({ QUATRAIN_SECRET: present })).toBe(undefined)
  expect(previousSecretOf({ QUATRAIN_SECRET: present, QUATRAIN_SECRET_PREVIOUS: previous })).toBe(previous)
  expect(() => previousSecretOf({ QUATRAIN_SECRET: present, QUATRAIN_SECRET_PREVIOUS: present })).toThrow(
    'QUATRAIN_SECRET_PREVIOUS: must differ from QUATRAIN_SECRET',
  )
})
