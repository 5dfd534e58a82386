import { useFormContext } from 'react-hook-form'
import { PasswordBox } from '#ui/PasswordBox.tsx'
import { useProblem } from './fields-state.ts'

interface Props {
  readonly name: string
  readonly label: string
  readonly description?: string
  /** What a password manager fills in. */
  readonly autoComplete?: 'new-password' | 'current-password'
}

/** A password of a form. */
export function PasswordField({ name, label, description, autoComplete = 'new-password' }: Props) {
  const { register } = useFormContext()
  return (
    <PasswordBox
      {...register(name)}
      label={label}
      description={description}
      error={useProblem(name)}
      autoComplete={autoComplete}
    />
  )
}
