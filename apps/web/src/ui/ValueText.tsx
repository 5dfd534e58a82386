import { CopyButton } from './CopyButton.tsx'
import classes from './ValueText.module.css'

interface Props {
  readonly label: string
  readonly value: string
  readonly isMono?: boolean
  readonly note?: string | undefined
}

/** A value that can be read and copied, in the place of a field. */
export function ValueText({ label, value, isMono = false, note }: Props) {
  return (
    <dl className={classes.value}>
      <dt>{label}</dt>
      <dd>
        <span className={isMono ? 'mono' : undefined}>
          {value === '' ? <em className={classes.none}>none</em> : value}
        </span>
        <CopyButton text={value} what={label.toLowerCase()} />
        {note !== undefined && <p>{note}</p>}
      </dd>
    </dl>
  )
}
