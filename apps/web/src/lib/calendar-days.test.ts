import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, isDay, today, weekdayOf, weeksOfMonth } from './calendar-days.ts'

const anyDay = fc.integer({ min: -20_000, max: 40_000 }).map((days) => addDays('1970-01-01', days))

test('only days that exist are days', () => {
  expect(isDay('2028-02-29')).toBe(true)
  for (const text of ['', '2027-02-29', '2026-13-01', '2026-1-1', '27.11.2026', '2026-11-27T00:00']) {
    expect(isDay(text)).toBe(false)
  }
})

test('today is the day in UTC', () => {
  expect(today(new Date('2026-11-27T23:30:00-05:00'))).toBe('2026-11-28')
})

test('a month after or before a long month ends earlier', () => {
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(addMonths('2028-03-31', -1)).toBe('2028-02-29')
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
})

test('the weeks of a month have all of its days, from Monday to Sunday', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const weeks = weeksOfMonth(day)
      const days = weeks.flat()
      expect(weeks.every((week) => week.length === 7 && weekdayOf(week[0] ?? '') === 0)).toBe(true)
      expect(days).toEqual(days.map((_, index) => addDays(days[0] ?? '', index)))
      expect(days).toContain(day)
      const inMonth = days.filter((other) => other.slice(0, 7) === day.slice(0, 7))
      expect(inMonth[0]?.slice(-2)).toBe('01')
      expect(addDays(inMonth.at(-1) ?? '', 1).slice(-2)).toBe('01')
      expect(weeks.every((week) => week.some((other) => inMonth.includes(other)))).toBe(true)
    }),
  )
})
