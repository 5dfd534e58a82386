const dayInMs = 86_400_000

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

const dayAt = (time: number): string => new Date(time).toISOString().slice(0, '2026-11-21'.length)

/** Whether it is a day that exists, as `2026-11-21`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(timeOf(text)) && dayAt(timeOf(text)) === text

/** The day in UTC. */
export const today = (now = new Date()): string => dayAt(now.getTime())

export const addDays = (day: string, days: number): string => dayAt(timeOf(day) + days * dayInMs)

export const dayBefore = (day: string): string => addDays(day, -1)

/** The same day of another month, or the last one of a shorter month. */
export function addMonths(day: string, months: number): string {
  const time = new Date(timeOf(day))
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth() + months]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayAt(Date.UTC(year, month, Math.min(time.getUTCDate(), lastOfMonth)))
}

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: string): number => (new Date(timeOf(day)).getUTCDay() + 6) % 7

/** The weeks with days of this month, from Monday to Sunday. */
export function weeksOfMonth(day: string): readonly (readonly string[])[] {
  const firstOfMonth = `${day.slice(0, '2026-11'.length)}-01`
  const lastOfMonth = dayBefore(addMonths(firstOfMonth, 1))
  const monday = addDays(firstOfMonth, -weekdayOf(firstOfMonth))
  const weekCount = Math.ceil((weekdayOf(firstOfMonth) + Number(lastOfMonth.slice(-2))) / 7)
  return Array.from({ length: weekCount }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(monday, 7 * week + weekday)),
  )
}
