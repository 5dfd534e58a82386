import { PasswordInput } from '@mantine/core'
import { useFormContext } from 'react-hook-form'
import { useProblem } from './fields-state.ts'

interface Props {
  readonly name: string
  readonly label: string
  readonly description?: string
  /** What a password manager fills in. */
  readonly autoComplete?: 'new-password' | 'current-password'
}

/** A password, which can be shown. */
export function PasswordField({ name, label, description, autoComplete = 'new-password' }: Props) {
  const { register } = useFormContext()
  return (
    <PasswordInput
      {...register(name)}
      label={label}
      description={description}
      error={useProblem(name)}
      autoComplete={autoComplete}
      visibilityToggleButtonProps={{ 'aria-label': `Show ${label.toLowerCase()}`, tabIndex: 0 }}
    />
  )
}
