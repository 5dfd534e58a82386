import { TextInput } from '@mantine/core'
import { useFormContext, useWatch } from 'react-hook-form'
import { ValueText } from '#ui/ValueText.tsx'
import { useIsReadOnly, useProblem } from './fields-state.ts'

interface Props {
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly isMono?: boolean
  /** Why the value cannot be changed although the other fields can. */
  readonly fixed?: string | undefined
}

/** One line of text of a form. */
export function TextField(props: Props) {
  return useIsReadOnly() || props.fixed !== undefined ? <TextValue {...props} /> : <TextEdit {...props} />
}

function TextEdit({ name, label, description, isMono = false }: Props) {
  const { register } = useFormContext()
  return (
    <TextInput
      {...register(name)}
      label={label}
      description={description}
      error={useProblem(name)}
      classNames={isMono ? { input: 'mono' } : undefined}
      autoComplete="off"
      spellCheck={!isMono}
    />
  )
}

function TextValue({ name, label, isMono, fixed }: Props) {
  const value: unknown = useWatch({ name })
  return <ValueText label={label} value={String(value ?? '')} isMono={isMono ?? false} note={fixed} />
}
