import { TextInput } from '@mantine/core'

interface Props {
  readonly value: string
  readonly description: string
  readonly error?: string | undefined
  /** Whether it has the focus when it appears. */
  readonly hasFocus?: boolean
  readonly onChange: (code: string) => void
}

/** The code of an authenticator app, or a recovery code. */
export const CodeInput = ({ value, description, error, hasFocus = true, onChange }: Props) => (
  <TextInput
    label="Code"
    name="code"
    description={description}
    error={error}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    autoFocus={hasFocus}
    data-autofocus={hasFocus || undefined}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
