import type { ComponentProps } from 'react'
import classes from './SuggestInput.module.css'

interface Props extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'aria-label'> {
  readonly 'aria-label': string
  readonly value: string
  readonly onChange: (value: string) => void
}

const maxRows = 6

/** A text of several lines in a cell of a table. It is as high as its text. */
export const CellTextArea = ({ onChange, value, ...props }: Props) => (
  <textarea
    {...props}
    className={`${classes.input} ${classes.lines}`}
    // The number of rows serves browsers without `field-sizing`.
    rows={Math.min(value.split('\n').length, maxRows)}
    value={value}
    autoComplete="off"
    spellCheck={false}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
