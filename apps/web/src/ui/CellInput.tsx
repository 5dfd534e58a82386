import type { ComponentProps } from 'react'
import classes from './SuggestInput.module.css'

type Props<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, 'onChange' | 'value' | 'aria-label'> & {
  readonly 'aria-label': string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A text box in a cell of a table, with the same look as those with suggestions. */
export const CellInput = ({ onChange, ...props }: Props<'input'>) => (
  <input
    {...props}
    type="text"
    className={classes.input}
    autoComplete="off"
    spellCheck={false}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

const maxRows = 6

/** A text of several lines in a cell of a table. It is as high as its text. */
export const CellTextArea = ({ onChange, value, ...props }: Props<'textarea'>) => (
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
