import { type Expiring, expiryOf } from '@quatrain/contract/kit/key-limits.ts'
import { Icon } from '#ui/Icon.tsx'
import { Mark, type Tone } from '#ui/Mark.tsx'
import { NoValue } from '#ui/ValueText.tsx'
import classes from './details.module.css'
import expiry from './ExpiryMark.module.css'
import { Moment } from './Moment.tsx'
import flags from './YesNo.module.css'

interface Props {
  readonly words: readonly string[]
  readonly toneOf: (word: string) => Tone
}

/** Marks as the value of a field. */
export function Marks({ words, toneOf }: Props) {
  if (words.length === 0) return <NoValue />
  return (
    <span className={classes.marks}>
      {words.map((word) => (
        <Mark key={word} tone={toneOf(word)}>
          {word}
        </Mark>
      ))}
    </span>
  )
}

/** A green tick or a muted dash, and a word: red is only for what is bad. */
export const YesNo = ({ is }: { readonly is: boolean }) => (
  <span className={flags.flag} data-is={is}>
    <Icon name={is ? 'check' : 'no'} size={15} />
    {is ? 'yes' : 'no'}
  </span>
)

/** When a key expires, and whether that needs attention. */
export function ExpiryMark({ apiKey: key }: { readonly apiKey: Expiring }) {
  if (key.expires === null) return <em className={expiry.never}>never</em>
  const state = expiryOf(key, new Date())
  return (
    <span className={expiry.expiry}>
      <Moment iso={key.expires} />
      {state && <Mark tone={state === 'soon' ? 'warn' : 'bad'}>{state}</Mark>}
    </span>
  )
}
