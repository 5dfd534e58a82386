import { NativeSelect } from '@mantine/core'
import { useFormContext, useWatch } from 'react-hook-form'
import { ValueText } from '#ui/ValueText.tsx'
import { useIsReadOnly, useProblem } from './fields-state.ts'

interface Props {
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly options: readonly string[]
  /** Shown while nothing is chosen. */
  readonly placeholder: string
}

/** One of a few values. A value that is not among them any more stays choosable while it is the chosen one. */
export function SelectField(props: Props) {
  return useIsReadOnly() ? <SelectValue {...props} /> : <SelectEdit {...props} />
}

function SelectEdit({ name, label, description, options, placeholder }: Props) {
  const { register, getValues } = useFormContext()
  const value: unknown = getValues(name)
  const chosen = typeof value === 'string' && value !== '' && !options.includes(value) ? [value] : []
  return (
    <NativeSelect
      {...register(name)}
      label={label}
      description={description}
      error={useProblem(name)}
      data={[{ value: '', label: placeholder }, ...chosen, ...options]}
    />
  )
}

function SelectValue({ name, label }: Props) {
  const value: unknown = useWatch({ name })
  return <ValueText label={label} value={String(value ?? '')} />
}
