import { TextInput } from '@mantine/core'
import { useSearchParams } from 'react-router'

interface Props {
  readonly label: string
  /** Undefined: today. */
  readonly day: string | undefined
  readonly onChange: (day: string) => void
}

/** Chooses a day with the browser's own calendar. */
export const DayField = ({ label, day = today(), onChange }: Props) => (
  <TextInput
    type="date"
    size="xs"
    label={label}
    value={day}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

const isDay = (text: string | null): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')

/** The day in UTC, by which the Web API counts. */
export const today = (now = new Date()): string => now.toISOString().slice(0, 10)

export const dayBefore = (day: string): string => today(new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000))

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
  return [isDay(day) ? day : undefined, setDay] as const
}
