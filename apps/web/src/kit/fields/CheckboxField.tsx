import { Checkbox } from '@mantine/core'
import { useController, useWatch } from 'react-hook-form'
import { YesNo } from '#kit/page/YesNo.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import { useIsReadOnly, useProblem } from './fields-state.ts'

interface Props {
  readonly name: string
  readonly label: string
  readonly description?: string
}

/** A flag of a form. */
export function CheckboxField(props: Props) {
  return useIsReadOnly() ? <CheckboxValue {...props} /> : <CheckboxEdit {...props} />
}

function CheckboxEdit({ name, label, description }: Props) {
  const { field } = useController({ name })
  const { value, onChange, ...rest } = field
  const problem = useProblem(name)
  return (
    <Checkbox
      {...rest}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={label}
      description={description}
      error={problem}
      aria-invalid={problem === undefined ? undefined : true}
    />
  )
}

function CheckboxValue({ name, label }: Props) {
  const value: unknown = useWatch({ name })
  return (
    <LabelledValue label={label}>
      <YesNo is={value === true} />
    </LabelledValue>
  )
}
