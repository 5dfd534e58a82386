import type { ComponentProps } from 'react'
import classes from './SuggestInput.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'aria-label'> {
  readonly 'aria-label': string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A text box in a cell of a table, with the same look as those with suggestions. */
export const CellInput = ({ onChange, ...props }: Props) => (
  <input
    {...props}
    type="text"
    className={classes.input}
    autoComplete="off"
    spellCheck={false}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
