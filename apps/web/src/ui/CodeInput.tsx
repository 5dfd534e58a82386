import { TextInput } from '@mantine/core'

interface Props {
  readonly value: string
  readonly description: string
  readonly error?: string | undefined
  readonly onChange: (code: string) => void
}

/** The code of an authenticator app. It has the focus when it appears. */
export const CodeInput = ({ value, description, error, onChange }: Props) => (
  <TextInput
    label="Code"
    name="code"
    description={description}
    error={error}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    autoFocus
    data-autofocus
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

/** For a login of a user who has an app. */
export const codeOrRecoveryCode = 'The six digits of your authenticator app, or one of your recovery codes.'
