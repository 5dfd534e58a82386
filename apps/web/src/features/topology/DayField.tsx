import { TextInput } from '@mantine/core'

interface Props {
  readonly label: string
  /** Empty: today. */
  readonly day: string | undefined
  readonly onChange: (day: string) => void
}

/** Chooses a day with the browser's own calendar. */
export const DayField = ({ label, day = '', onChange }: Props) => (
  <TextInput
    type="date"
    size="xs"
    label={label}
    value={day}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
