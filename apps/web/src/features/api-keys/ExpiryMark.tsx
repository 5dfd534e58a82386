import { expiryOf } from '@quatrain/contract/kit/key-limits.ts'
import type { ApiKey } from '@quatrain/contract/resources/api-key.ts'
import { Moment } from '#kit/page/Moment.tsx'
import { Mark } from '#ui/Mark.tsx'
import classes from './api-keys.module.css'

/** When a key expires, and whether that needs attention. */
export function ExpiryMark({ of: key }: { readonly of: ApiKey }) {
  if (key.expires === null) return <em className={classes.muted}>never</em>
  const state = expiryOf(key, new Date())
  return (
    <span className={classes.expiry}>
      <Moment iso={key.expires} />
      {state && <Mark tone={state === 'soon' ? 'warn' : 'bad'}>{state}</Mark>}
    </span>
  )
}
