import { Icon } from '#ui/Icon.tsx'
import classes from './YesNo.module.css'

/** A green tick or a muted dash, and a word: red is only for what is bad. */
export const YesNo = ({ is }: { readonly is: boolean }) => (
  <span className={classes.flag} data-is={is}>
    <Icon name={is ? 'check' : 'no'} size={15} />
    {is ? 'yes' : 'no'}
  </span>
)
