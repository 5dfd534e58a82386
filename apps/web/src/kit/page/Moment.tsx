import { exactTime, relativeTime, shortTime, useTimeZone } from '#lib/dates.ts'
import { Hint } from '#ui/Hint.tsx'
import classes from './Moment.module.css'

interface Props {
  readonly iso: string
  /** How long ago it was, in lists. */
  readonly isRelative?: boolean
}

/** A time in the user's time zone; exact, with the zone, on hover and focus. */
export function Moment({ iso, isRelative = false }: Props) {
  useTimeZone()
  return (
    <Hint label={exactTime(iso)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what only hovering would show */}
      <time dateTime={iso} className={classes.moment} tabIndex={0}>
        {isRelative ? relativeTime(iso, Date.now()) : shortTime(iso)}
      </time>
    </Hint>
  )
}
