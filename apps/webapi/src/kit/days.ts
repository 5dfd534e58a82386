import { badRequest } from './refusals.ts'

/** The calendar day of a time in UTC. */
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** The day of `?date=`, by default today. Throws a refusal for an invalid date. */
export function requestedDay(date: string | undefined, now: Date): string {
  if (!date) return dayOf(now)
  if (isDay(date)) return date
  throw badRequest(`date parameter value: ${date} is not in the valid form of YYYY-MM-DD`)
}

// The database's calendar has no year 0.
const form = /^(?!0000)\d{4}-\d{2}-\d{2}$/

function isDay(text: string): boolean {
  if (!form.test(text)) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && dayOf(moment) === text
}
