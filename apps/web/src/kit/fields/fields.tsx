import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { YesNo } from '#kit/page/YesNo.tsx'
import { inNameOrder } from '#lib/name-order.ts'
import { LabelledValue, ValueText } from '#ui/ValueText.tsx'
import { useIsReadOnly, useProblem } from './fields-state.ts'

interface Field {
  readonly name: string
  readonly label: string
  readonly description?: string
}

interface TextProps extends Field {
  readonly isMono?: boolean
  /** Why the value cannot be changed although the other fields can. */
  readonly fixed?: string | undefined
}

/** One line of text of a form. */
export function TextField({ name, label, description, isMono = false, fixed }: TextProps) {
  const { register } = useFormContext()
  const problem = useProblem(name)
  const isReadOnly = useIsReadOnly()
  if (isReadOnly || fixed !== undefined) return <FieldText name={name} label={label} isMono={isMono} note={fixed} />
  return (
    <TextInput
      {...register(name)}
      label={label}
      description={description}
      error={problem}
      classNames={isMono ? { input: 'mono' } : undefined}
      autoComplete="off"
      spellCheck={!isMono}
    />
  )
}

interface TextAreaProps extends Field {
  readonly rows: number
  readonly isOptional?: boolean
  readonly isMono?: boolean
}

/** Several lines of text of a form. */
export function TextAreaField({ name, label, description, rows, isOptional = false, isMono = false }: TextAreaProps) {
  const { register } = useFormContext()
  const problem = useProblem(name)
  if (useIsReadOnly()) return <FieldText name={name} label={label} isMono={isMono} />
  return (
    <Textarea
      {...register(name)}
      label={isOptional ? `${label} (optional)` : label}
      description={description}
      rows={rows}
      resize="vertical"
      classNames={isMono ? { input: 'mono' } : undefined}
      spellCheck={!isMono}
      error={problem}
    />
  )
}

interface FieldTextProps extends Omit<Field, 'description'> {
  readonly isMono?: boolean
  readonly note?: string | undefined
}

/** The value of a field that cannot be changed. */
function FieldText({ name, label, isMono = false, note }: FieldTextProps) {
  const value: unknown = useWatch({ name })
  return <ValueText label={label} value={String(value ?? '')} isMono={isMono} note={note} />
}

interface SelectProps extends Field {
  readonly options: readonly string[]
  /** Shown while nothing is selected. */
  readonly placeholder: string
}

/** One of a few values. A stored value that is no longer among them can be kept. */
export function SelectField(props: SelectProps) {
  return useIsReadOnly() ? <FieldText name={props.name} label={props.label} /> : <SelectEdit {...props} />
}

/** Controlled by the form, because the browser would keep the index of an option when others are inserted before it. */
function SelectEdit({ name, label, description, options, placeholder }: SelectProps) {
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

interface GroupProps {
  readonly name: string
  readonly kind: GroupKind
  readonly description: string
}

/** The group whose members may change the object: one of the user's own. */
export function GroupField({ kind, ...props }: GroupProps) {
  const { user } = useConsoleContext()
  const options = inNameOrder(user?.groups[kind] ?? [])
  return <SelectField {...props} label="Group" options={options} placeholder="Choose a group" />
}

/** A flag of a form. */
export function CheckboxField({ name, label, description }: Field) {
  const { field } = useController({ name })
  const { value, onChange, ...rest } = field
  const problem = useProblem(name)
  if (useIsReadOnly()) {
    return (
      <LabelledValue label={label}>
        <YesNo is={value === true} />
      </LabelledValue>
    )
  }
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
