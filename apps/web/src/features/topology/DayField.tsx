import { TextInput } from '@mantine/core'
import { today } from './day-in-address.ts'

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
