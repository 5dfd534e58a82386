import { Icon } from '#ui/Icon.tsx'
import classes from './api-keys.module.css'

/** A tick for a key that opens nothing any more, a cross for one that does; and the word for it. */
export const RevokedMark = ({ isRevoked }: { readonly isRevoked: boolean }) => (
  <span className={classes.revoked} data-revoked={isRevoked}>
    <Icon name={isRevoked ? 'check' : 'close'} size={15} />
    {isRevoked ? 'yes' : 'no'}
  </span>
)
