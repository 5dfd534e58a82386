import { Input } from '@mantine/core'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { SuggestInput } from '#ui/SuggestInput.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import { useProblem } from './fields-state.ts'

interface Props {
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly suggestions: readonly Suggestion[]
  readonly isOptional?: boolean
}

/** One name of many, found by typing a part of it. Which names are good is for the form's rules to say. */
export function SuggestField({ name, label, description, suggestions, isOptional = false }: Props) {
  const { field } = useController<Record<string, string>>({ name })
  const id = useId()
  const problem = useProblem(name)
  const words = isOptional ? `${label} (optional)` : label
  return (
    <Input.Wrapper id={id} label={words} description={description} error={problem}>
      <SuggestInput
        id={id}
        ref={field.ref}
        aria-label={words}
        aria-invalid={problem !== undefined}
        aria-describedby={[problem && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ')}
        value={field.value}
        suggestions={suggestions}
        onChange={field.onChange}
        onBlur={field.onBlur}
        // Within a form Enter would save.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </Input.Wrapper>
  )
}
