import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useId } from 'react'

interface Props extends Omit<PasswordInputProps, 'label'> {
  readonly label: string
}

/** A password, which can be shown. Screen readers read its description and its error, which the box of Mantine does not tell them. */
export function PasswordBox({ label, description, error, ...props }: Props) {
  const id = useId()
  const [ofDescription, ofError] = [`${id}-description`, `${id}-error`]
  const texts = [...(description ? [ofDescription] : []), ...(error ? [ofError] : [])]
  return (
    <PasswordInput
      {...props}
      label={label}
      description={description}
      error={error}
      aria-invalid={error ? true : undefined}
      aria-describedby={texts.join(' ') || undefined}
      descriptionProps={{ id: ofDescription }}
      errorProps={{ id: ofError }}
      visibilityToggleButtonProps={{ 'aria-label': `Show ${label.replace(/ \(.*/, '').toLowerCase()}`, tabIndex: 0 }}
    />
  )
}
