import { NativeSelect } from '@mantine/core'
import { useController, useWatch } from 'react-hook-form'
import { ValueText } from '#ui/ValueText.tsx'
import { useIsReadOnly, useProblem } from './fields-state.ts'

interface Props {
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly options: readonly string[]
  /** Shown while nothing is selected. */
  readonly placeholder: string
}

/** One of a few values. A stored value that is no longer among them can be kept. */
export function SelectField(props: Props) {
  return useIsReadOnly() ? <SelectValue {...props} /> : <SelectEdit {...props} />
}

/** Controlled by the form, because the browser would keep the index of an option when others are inserted before it. */
function SelectEdit({ name, label, description, options, placeholder }: Props) {
  const { field } = useController({ name })
  const value = String(field.value ?? '')
  const unknownOption = value !== '' && !options.includes(value) ? [value] : []
  return (
    <NativeSelect
      {...field}
      value={value}
      label={label}
      description={description}
      error={useProblem(name)}
      data={[{ value: '', label: placeholder }, ...unknownOption, ...options]}
    />
  )
}

function SelectValue({ name, label }: Props) {
  const value: unknown = useWatch({ name })
  return <ValueText label={label} value={String(value ?? '')} />
}
