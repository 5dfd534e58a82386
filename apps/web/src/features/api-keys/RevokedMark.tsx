import { Icon } from '#ui/Icon.tsx'
import classes from './api-keys.module.css'

/**
 * A green tick for a key that is revoked, a red cross for one that is not (specification part 2, section 2); and the word
 * for it.
 */
export const RevokedMark = ({ isRevoked }: { readonly isRevoked: boolean }) => (
  <span className={classes.revoked} data-revoked={isRevoked}>
    <Icon name={isRevoked ? 'check' : 'close'} size={15} />
    {isRevoked ? 'yes' : 'no'}
  </span>
)
