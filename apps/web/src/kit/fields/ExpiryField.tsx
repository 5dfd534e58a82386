import { useController } from 'react-hook-form'
import { MomentInput } from '#kit/page/DateInput.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import { useIsReadOnly, useProblem } from './fields.tsx'

const label = 'Expires (optional)'

/** When a key expires, in the user's time zone, or never; the value is ISO 8601 or null. */
export function ExpiryField() {
  const { field } = useController<{ readonly expires: string | null }, 'expires'>({ name: 'expires' })
  const problem = useProblem('expires')
  if (useIsReadOnly()) {
    return <LabelledValue label={label}>{field.value ? <Moment iso={field.value} /> : <em>never</em>}</LabelledValue>
  }
  return (
    <MomentInput
      ref={field.ref}
      label={label}
      description="Afterwards the key is refused. It never expires if this is empty."
      error={problem}
      moment={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}
