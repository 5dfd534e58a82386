import { Textarea } from '@mantine/core'
import { useFormContext, useWatch } from 'react-hook-form'
import { ValueText } from '#ui/ValueText.tsx'
import { useIsReadOnly, useProblem } from './fields-state.ts'

interface Props {
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly rows: number
  readonly isOptional?: boolean
  readonly isMono?: boolean
}

/** Several lines of text of a form. */
export function TextAreaField(props: Props) {
  return useIsReadOnly() ? <TextAreaValue {...props} /> : <TextAreaEdit {...props} />
}

function TextAreaEdit({ name, label, description, rows, isOptional = false, isMono = false }: Props) {
  const { register } = useFormContext()
  return (
    <Textarea
      {...register(name)}
      label={isOptional ? `${label} (optional)` : label}
      description={description}
      rows={rows}
      resize="vertical"
      classNames={isMono ? { input: 'mono' } : undefined}
      spellCheck={!isMono}
      error={useProblem(name)}
    />
  )
}

function TextAreaValue({ name, label, isMono = false }: Props) {
  const value: unknown = useWatch({ name })
  return <ValueText label={label} value={String(value ?? '')} isMono={isMono} />
}
