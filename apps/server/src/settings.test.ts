import { expect, test } from 'vitest'
import { mendAfter } from './settings.ts'

const settings = (timeout: number, wanted?: number) => ({
  QUATRAIN_WEBAPI_TIMEOUT_SECONDS: timeout,
  QUATRAIN_MEND_AFTER_SECONDS: wanted,
})

test('half-done writes are left alone for a minute, and for longer where the Web API may take its time', () => {
  expect(mendAfter(settings(10))).toBe(60)
  expect(mendAfter(settings(60))).toBe(180)
  expect(mendAfter(settings(1, 3))).toBe(3)
})

test('nobody can have a write mended that may still be under way', () => {
  expect(() => mendAfter(settings(10, 29))).toThrow('QUATRAIN_MEND_AFTER_SECONDS: must be at least 30')
})
