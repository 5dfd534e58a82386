// Times are transferred as ISO 8601 in UTC and displayed in the time zone that the user has chosen, or that of the device.
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { forget, readStored, store } from './storage.ts'

/** A format in the user's time zone; it is made again when the user chooses another one. */
function formatIn(locale: string, options: Intl.DateTimeFormatOptions): (time: Date) => string {
  let cachedFormat: { readonly zone: string | undefined; readonly format: Intl.DateTimeFormat } | undefined
  return (time) => {
    const zone = chosenTimeZone()
    if (!cachedFormat || cachedFormat.zone !== zone) {
      cachedFormat = { zone, format: new Intl.DateTimeFormat(locale, { ...options, ...(zone && { timeZone: zone }) }) }
    }
    return cachedFormat.format.format(time)
  }
}

const short = formatIn('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const exact = formatIn('en-GB', { dateStyle: 'full', timeStyle: 'long' })
const clock = formatIn('en-GB', { timeStyle: 'medium' })

/** `21 Nov 2026, 14:03`, in the user's time zone. */
export const shortTime = (iso: string): string => short(new Date(iso))

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** `3 hours ago`, `yesterday`, `in 2 days`. Months are counted up to two years. */
export function relativeTime(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000
  const unit = units.find(([, length]) => Math.abs(seconds) >= (length === 365 * 86_400 ? 2 * length : length))
  return unit ? relative.format(Math.round(seconds / unit[1]), unit[0]) : 'just now'
}

/** The full time with seconds and time zone. */
export const exactTime = (iso: string): string => exact(new Date(iso))

/** `14:03:59`, in the user's time zone. */
export const clockTime = (time: Date): string => clock(time)

/** `2026-11-21` in the user's time zone, for file names. */
export const dayOf = formatIn('sv-SE', { dateStyle: 'short' })

const wallClock = formatIn('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/** `2026-11-21 14:03` in the user's time zone, as people enter a time; empty if there is none, and another text as it is. */
export const localTextOf = (moment: string | null): string =>
  moment === null || !isMoment(moment)
    ? (moment ?? '')
    : wallClock(new Date(moment)).slice(0, '2026-11-21 14:03'.length)

/** Whether it is a time as it is transferred, and no text that people are still writing. */
export const isMoment = (text: string): boolean => /^\d{4,}-\d\d-\d\dT.*Z$/.test(text)

/** Milliseconds by which the user's clock is ahead of UTC at a time in full seconds. */
const offsetAt = (time: number): number => Date.parse(`${wallClock(new Date(time))}Z`) - time

/** The time at which the user's clock shows this; NaN for a text that is no time. */
function timeOf(wall: string): number {
  const isoWall = wall.replace(' ', 'T')
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(isoWall) ? Date.parse(`${isoWall}Z`) : Number.NaN
  // A day that no month has would be one of the next month.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(isoWall)) return Number.NaN
  // The offset of the first guess differs from the right one only near a change of the clocks.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc))
}

/** The time that a text says in the user's time zone, in UTC; null if it is incomplete. */
export function fromLocalTime(text: string): string | null {
  const time = timeOf(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** The time in some days, in full minutes, as people enter it. */
export function inDays(days: number): string {
  const time = new Date(Date.now() + days * 86_400_000)
  time.setSeconds(0, 0)
  return time.toISOString()
}

/** The start of the previous day in the user's time zone. */
export function startOfYesterday(now: Date): Date {
  const yesterday = new Date(Date.parse(`${dayOf(now)}T00:00Z`) - 86_400_000)
  return new Date(timeOf(yesterday.toISOString().slice(0, '2026-11-21T00:00'.length)))
}

const isTimeZone = (text: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

const zoneName = 'time-zone'

let chosenZone = readStored(zoneName, z.string().refine(isTimeZone))
const listeners = new Set<() => void>()

/** The time zone that the user has chosen in this browser; undefined for that of the device. */
const chosenTimeZone = (): string | undefined => chosenZone

/** All times are shown in this zone from now on; without a zone, in that of the device. */
export function chooseTimeZone(zone: string | undefined): void {
  chosenZone = zone
  if (zone === undefined) forget(zoneName)
  else store(zoneName, zone)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The chosen time zone; what shows times and uses it follows a change at once. */
export const useTimeZone = (): string | undefined => useSyncExternalStore(subscribe, chosenTimeZone)
