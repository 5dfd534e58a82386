import { ActionIcon } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays, addMonths, today, weekdayOf, weeksOfMonth } from '#lib/calendar-days.ts'
import classes from './DateInput.module.css'

interface CalendarProps {
  readonly day: string
  readonly onChoose: (day: string) => void
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const wholeDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** Where a key leads from a day: arrows to the days beside it, Home and End in its week, Page Up and Page Down to other months. */
const dayByKey: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}

/** The days of one month, of which one is in the order of focus. */
export function Calendar({ day: chosenDay, onChoose }: CalendarProps) {
  const [focused, setFocused] = useState(chosenDay)
  const focusedButton = useRef<HTMLButtonElement>(null)
  // The calendar takes the focus when it is opened: the popover may have looked for `data-autofocus` before its code came.
  const isByKey = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day
  useEffect(() => {
    if (isByKey.current) focusedButton.current?.focus()
  }, [focused])
  const move = (event: KeyboardEvent) => {
    const next = dayByKey[event.key]
    if (!next) return
    event.preventDefault()
    isByKey.current = true
    setFocused(next(focused))
  }
  const stepMonth = (months: number) => {
    isByKey.current = false
    setFocused(addMonths(focused, months))
  }
  return (
    <>
      <div className={classes.month}>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label="Previous month" onClick={() => stepMonth(-1)}>
          <span aria-hidden="true">‹</span>
        </ActionIcon>
        <span role="status">{monthName.format(Date.parse(focused))}</span>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label="Next month" onClick={() => stepMonth(1)}>
          <span aria-hidden="true">›</span>
        </ActionIcon>
      </div>
      <table className={classes.days} onKeyDown={move}>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col">
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(focused).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    ref={day === focused ? focusedButton : undefined}
                    type="button"
                    tabIndex={day === focused ? 0 : -1}
                    data-autofocus={day === focused || undefined}
                    data-outside={day.slice(0, 7) !== focused.slice(0, 7)}
                    aria-label={wholeDate.format(Date.parse(day))}
                    aria-pressed={day === chosenDay}
                    aria-current={day === today() ? 'date' : undefined}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(-2))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
