// Times travel as ISO 8601 in UTC and are read in the reader's own zone.

const short = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })

/** `21 Nov 2026, 14:03`, in the reader's zone. */
export const shortTime = (iso: string): string => short.format(new Date(iso))

/** The first moment of the day before this one, in the reader's zone. */
export const startOfYesterday = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)

/** The whole moment with seconds and the name of the zone. */
export const exactTime = (iso: string): string => exact.format(new Date(iso))

const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' })

/** `2026-11-21`, in the reader's zone: for names of files. */
export const dayOf = (moment: Date): string => day.format(moment)
