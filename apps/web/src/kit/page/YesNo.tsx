import { Icon } from '#ui/Icon.tsx'
import classes from './YesNo.module.css'

/** A green tick or a red cross, and a word. */
export const YesNo = ({ is }: { readonly is: boolean }) => (
  <span className={classes.flag} data-is={is}>
    <Icon name={is ? 'check' : 'close'} size={15} />
    {is ? 'yes' : 'no'}
  </span>
)
