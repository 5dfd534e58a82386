import type { ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
import classes from './ValueText.module.css'

interface Props {
  readonly label: string
  readonly value: string
  readonly isMono?: boolean
  readonly note?: string | undefined
}

/** A value that can be read and copied, instead of a field. */
export function ValueText({ label, value, isMono = false, note }: Props) {
  return (
    <LabelledValue label={label}>
      <div className={classes.copied}>
        <span className={isMono ? 'mono' : undefined}>{value === '' ? <NoValue /> : value}</span>
        <CopyButton text={value} subject={label.toLowerCase()} />
      </div>
      {note !== undefined && <p>{note}</p>}
    </LabelledValue>
  )
}

/** Shows a value with its label that is more than a text. */
export const LabelledValue = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <dl className={classes.value}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </dl>
)

export const NoValue = () => <em className={classes.none}>none</em>
