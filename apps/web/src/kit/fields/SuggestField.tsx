import { Input } from '@mantine/core'
import { useId, useImperativeHandle } from 'react'
import { useController } from 'react-hook-form'
import { SuggestInput } from '#ui/SuggestInput.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import { ValueText } from '#ui/ValueText.tsx'
import { useIsReadOnly, useProblem } from './fields-state.ts'
import classes from './SuggestField.module.css'

interface Props {
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly suggestions: readonly Suggestion[]
  readonly isOptional?: boolean
}

/** A text with suggestions that match any part. The rules of the form decide whether it is valid. */
export function SuggestField({ name, label, description, suggestions, isOptional = false }: Props) {
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
