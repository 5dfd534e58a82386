// Times are transferred as ISO 8601 in UTC and displayed in the user's time zone.

const short = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })

/** `21 Nov 2026, 14:03`, in the user's time zone. */
export const shortTime = (iso: string): string => short.format(new Date(iso))

/** The start of the previous day in the user's time zone. */
export const startOfYesterday = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)

/** The full time with seconds and time zone. */
export const exactTime = (iso: string): string => exact.format(new Date(iso))

const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' })

/** `2026-11-21` in the user's time zone, for file names. */
export const dayOf = (moment: Date): string => day.format(moment)

const localTime = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** `2026-11-21T14:03` in the user's time zone, as inputs of the browser contain a time; empty if there is none. */
export const toLocalTime = (iso: string | null): string =>
  iso === null ? '' : localTime.format(new Date(iso)).replace(' ', 'T')

/** The time that an input of the browser contains, in UTC; null if it is incomplete. */
export function fromLocalTime(text: string): string | null {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
