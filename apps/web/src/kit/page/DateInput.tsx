import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { type Ref, Suspense, useState } from 'react'
import { isDay, today } from '#lib/calendar-days.ts'
import { fromLocalTime, localTextOf } from '#lib/dates.ts'
import { lazyPart } from '#lib/load-part.ts'
import { Icon } from '#ui/Icon.tsx'
import classes from './DateInput.module.css'

/** Few people open it. */
const Calendar = lazyPart(
  () => import('./Calendar.tsx'),
  ({ Calendar }) => Calendar,
)

interface DayProps {
  readonly label: string
  /** As `2026-11-21`. */
  readonly day: string
  /** An empty text if the user removes the day. */
  readonly onChange: (day: string) => void
}

/** A day, which the user types or chooses in a calendar. */
export const DateInput = ({ label, day, onChange }: DayProps) => (
  <CalendarInput
    size="xs"
    label={label}
    placeholder="YYYY-MM-DD"
    rule="Write a day as 2026-11-21."
    text={day}
    isComplete={isDay}
    onComplete={onChange}
    day={day}
    onDay={onChange}
  />
)

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

interface CalendarInputProps {
  readonly label: string
  readonly size?: 'xs'
  readonly description?: string | undefined
  readonly error?: string | undefined
  readonly disabled?: boolean | undefined
  readonly placeholder: string
  /** Says how a complete text looks. */
  readonly rule: string
  readonly text: string
  readonly isComplete: (text: string) => boolean
  /** Also called with an empty text, as soon as the user leaves the box. */
  readonly onComplete: (text: string) => void
  readonly onIncomplete?: (text: string) => void
  readonly onBlur?: () => void
  readonly ref?: Ref<HTMLInputElement>
  readonly day: string
  readonly onDay: (day: string) => void
}

/** A text box with a calendar for the day in its text. */
function CalendarInput(props: CalendarInputProps) {
  const { rule, placeholder, text: storedText, isComplete, onComplete, onIncomplete } = props
  const { day, onDay, onBlur, size, label, description, error, disabled, ref } = props
  const [typed, setTyped] = useState<{ readonly text: string; readonly insteadOf: string; readonly isLeft?: boolean }>()
  const [isOpen, setOpen] = useState(false)
  // What was typed is shown as it is; a text from elsewhere, such as that of discarded changes, replaces it.
  const text = typed?.insteadOf === storedText ? typed.text : storedText
  const isFine = text === '' || isComplete(text)
  const isWritten = typed === undefined || typed.isLeft || text.length >= placeholder.length
  return (
    <TextInput
      size={size}
      classNames={{ wrapper: size === 'xs' ? classes.day : classes.moment }}
      label={label}
      description={description}
      disabled={disabled}
      ref={ref}
      autoComplete="off"
      value={text}
      placeholder={placeholder}
      error={isFine ? error : isWritten && rule}
      onChange={({ currentTarget: { value } }) => {
        setTyped({ text: value, insteadOf: onIncomplete || isComplete(value) ? value : storedText })
        if (isComplete(value)) onComplete(value)
        else onIncomplete?.(value)
      }}
      onBlur={() => {
        if (typed?.text === '') onComplete('')
        setTyped(typed && !isFine ? { ...typed, isLeft: true } : undefined)
        onBlur?.()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setOpen(true)
      }}
      rightSectionPointerEvents="all"
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              disabled={disabled}
              aria-label={`${label}: open calendar`}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name="calendar" size={16} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown className={classes.panel}>
            <Suspense fallback={<p role="status">Loading the calendar</p>}>
              <Calendar
                day={isDay(day) ? day : today()}
                onChoose={(chosenDay) => {
                  setTyped(undefined)
                  setOpen(false)
                  onDay(chosenDay)
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
