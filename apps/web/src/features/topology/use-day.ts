import { useSearchParams } from 'react-router'
import { isDay } from '#lib/calendar-days.ts'

/** A day in the address under this name, and how to change it. The list begins at its first page again. */
export function useDay(name: string) {
  const [query, setQuery] = useSearchParams()
  const day = query.get(name)
  const setDay = (day: string) =>
    setQuery((query) => {
      if (isDay(day)) query.set(name, day)
      else query.delete(name)
      query.delete('page')
      return query
    })
  return [day !== null && isDay(day) ? day : undefined, setDay] as const
}
