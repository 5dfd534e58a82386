import { afterEach, expect, test } from 'vitest'
import { chooseTimeZone, dayOf, exactTime, fromLocalTime, localTextOf, shortTime, startOfYesterday } from './dates.ts'

afterEach(() => chooseTimeZone(undefined))

test.each([
  ['Asia/Kolkata', '21 Nov 2026, 19:33', '2026-11-21 19:33'],
  ['America/New_York', '21 Nov 2026, 09:03', '2026-11-21 09:03'],
  ['Pacific/Kiritimati', '22 Nov 2026, 04:03', '2026-11-22 04:03'],
])('times are shown and entered in %s', (zone, shown, entered) => {
  chooseTimeZone(zone)
  const iso = '2026-11-21T14:03:00.000Z'
  expect(shortTime(iso)).toBe(shown)
  expect(localTextOf(iso)).toBe(entered)
  expect(fromLocalTime(entered)).toBe(iso)
  expect(dayOf(new Date(iso))).toBe(entered.slice(0, 10))
})

test.each(['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC'])(
  'a time that is shown in %s is read back, also around the changes of the clocks',
  (zone) => {
    chooseTimeZone(zone)
    // Of an hour that the clocks show twice, the text does not say which one: the texts agree.
    for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += 31 * 60_000) {
      const text = localTextOf(new Date(time).toISOString())
      expect(localTextOf(fromLocalTime(text))).toBe(text)
    }
  },
)

test('yesterday begins at midnight of the chosen zone', () => {
  chooseTimeZone('Europe/Berlin')
  expect(startOfYesterday(new Date('2026-03-30T00:30:00Z'))).toEqual(new Date('2026-03-28T23:00:00Z'))
  expect(startOfYesterday(new Date('2026-03-30T22:30:00Z'))).toEqual(new Date('2026-03-29T22:00:00Z'))
})

test('an incomplete time is none, and the exact time names its zone', () => {
  expect([fromLocalTime(''), fromLocalTime('2026-11'), fromLocalTime('2026-02-31 12:00')]).toEqual([null, null, null])
  expect([localTextOf(null), localTextOf('2026-11')]).toEqual(['', '2026-11'])
  chooseTimeZone('UTC')
  expect(exactTime('2026-11-21T14:03:00Z')).toMatch(/14:03:00 UTC$/)
})
