import { expect, test } from 'vitest'
import { requestedDay } from './days.ts'

const now = new Date('2026-07-01T23:59:59.999Z')

test.each([undefined, ''])('without a date (%j) the day is today in UTC', (date) => {
  expect(requestedDay(date, now)).toBe('2026-07-01')
})

test.each(['2026-02-28', '2024-02-29', '0001-01-01', '9999-12-31'])('%s is a valid day', (date) => {
  expect(requestedDay(date, now)).toBe(date)
})

test.each([
  '2026-7-1',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '0000-01-01',
  '2020-02',
  'today',
  ' 2026-07-01',
  '2026-07-01T00:00:00Z',
])('%s is not a valid day', (date) => {
  expect(() => requestedDay(date, now)).toThrow(`date parameter value: ${date} is not in the valid form of YYYY-MM-DD`)
})
