import { type Expiring, expiryOf } from '@quatrain/contract/kit/key-limits.ts'
import { Mark } from '#ui/Mark.tsx'
import classes from './ExpiryMark.module.css'
import { Moment } from './Moment.tsx'

/** When a key expires, and whether that needs attention. */
export function ExpiryMark({ apiKey: key }: { readonly apiKey: Expiring }) {
  if (key.expires === null) return <em className={classes.never}>never</em>
  const state = expiryOf(key, new Date())
  return (
    <span className={classes.expiry}>
      <Moment iso={key.expires} />
      {state && <Mark tone={state === 'soon' ? 'warn' : 'bad'}>{state}</Mark>}
    </span>
  )
}
