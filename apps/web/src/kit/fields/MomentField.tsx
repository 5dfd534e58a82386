import { useController } from 'react-hook-form'
import { MomentInput } from '#kit/page/DateInput.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import { useIsReadOnly, useProblem } from './fields.tsx'

interface Props {
  readonly name: string
  readonly label: string
  readonly description?: string
  /** What is shown instead of a time if there is none. */
  readonly emptyText: string
}

/** A time of a form in the user's time zone, or none; the value is ISO 8601 or null. */
export function MomentField({ name, label, description, emptyText }: Props) {
  const { field } = useController<Record<string, string | null>>({ name })
  const problem = useProblem(name)
  if (useIsReadOnly()) {
    return (
      <LabelledValue label={label}>{field.value ? <Moment iso={field.value} /> : <em>{emptyText}</em>}</LabelledValue>
    )
  }
  return (
    <MomentInput
      ref={field.ref}
      label={label}
      description={description}
      error={problem}
      moment={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}
