import { Checkbox, Input, Textarea, TextInput } from '@mantine/core'
import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { createContext, use, useId, useImperativeHandle } from 'react'
import { get, useController, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { YesNo } from '#kit/page/Marks.tsx'
import { inNameOrder } from '#lib/words.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { PasswordBox } from '#ui/PasswordBox.tsx'
import { SuggestInput } from '#ui/SuggestInput.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import { LabelledValue, ValueText } from '#ui/ValueText.tsx'
import classes from './SuggestField.module.css'

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

/** Whether the fields of a form show values as text. */
const ReadOnlyContext = createContext(false)

export const ReadOnlyFields = ReadOnlyContext.Provider

export const useIsReadOnly = (): boolean => use(ReadOnlyContext)

/** The error of one field, by its path. */
export function useProblem(name: string): string | undefined {
  const { control } = useFormContext()
  const { errors } = useFormState({ control, name })
  const fieldError: unknown = get(errors, name)
  if (typeof fieldError !== 'object' || fieldError === null || !('message' in fieldError)) return undefined
  return typeof fieldError.message === 'string' ? fieldError.message : undefined
}

interface SuggestProps {
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly suggestions: readonly Suggestion[]
  readonly isOptional?: boolean
}

/** A text with suggestions that match any part. The rules of the form decide whether it is valid. */
export function SuggestField({ name, label, description, suggestions, isOptional = false }: SuggestProps) {
  const id = useId()
  const words = isOptional ? `${label} (optional)` : label
  const { field } = useController({ name })
  const problem = useProblem(name)
  // The form focuses the first field with an error.
  useImperativeHandle(field.ref, () => ({ focus: () => document.getElementById(id)?.focus() }))
  if (useIsReadOnly()) return <ValueText label={label} value={String(field.value ?? '')} isMono />
  const described = [description && `${id}-description`, problem && `${id}-error`].filter(Boolean).join(' ')
  return (
    <Input.Wrapper id={id} label={words} description={description} error={problem} className={classes.field}>
      <SuggestInput
        id={id}
        aria-label={words}
        aria-invalid={problem !== undefined}
        aria-describedby={described || undefined}
        value={String(field.value ?? '')}
        suggestions={suggestions}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
    </Input.Wrapper>
  )
}

interface PasswordProps {
  readonly name: string
  readonly label: string
  readonly description?: string
  /** What a password manager fills in. */
  readonly autoComplete?: 'new-password' | 'current-password'
}

/** A password of a form. */
export function PasswordField({ name, label, description, autoComplete = 'new-password' }: PasswordProps) {
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
