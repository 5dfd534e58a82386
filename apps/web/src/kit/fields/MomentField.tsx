import type { Ref } from 'react'
import { useController } from 'react-hook-form'
import { Moment } from '#kit/page/Moment.tsx'
import { fromLocalTime, localTextOf } from '#lib/dates.ts'
import { CalendarInput } from '#ui/DateInput.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import { useIsReadOnly, useProblem } from './fields-state.ts'

interface MomentProps {
  readonly label: string
  readonly description?: string | undefined
  readonly error?: string | undefined
  readonly disabled?: boolean
  /** ISO 8601; null if there is none; else a text that is no time. */
  readonly moment: string | null
  readonly onChange: (moment: string | null) => void
  readonly onBlur?: () => void
  readonly ref?: Ref<HTMLInputElement>
}

/** A time in the user's time zone, which the user types, or whose day is chosen in a calendar. */
export function MomentInput({ moment, onChange, ...input }: MomentProps) {
  const text = localTextOf(moment)
  const [day = '', clock = '00:00'] = text.split(' ')
  const setText = (localText: string) => onChange(localText === '' ? null : (fromLocalTime(localText) ?? localText))
  return (
    <CalendarInput
      {...input}
      placeholder="YYYY-MM-DD HH:mm"
      rule="Write a time as 2026-11-21 14:03."
      text={text}
      isComplete={(localText) => fromLocalTime(localText) !== null}
      onComplete={setText}
      onIncomplete={setText}
      day={day}
      onDay={(chosenDay) => setText(`${chosenDay} ${clock}`)}
    />
  )
}

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
