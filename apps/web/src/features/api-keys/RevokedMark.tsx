import { Icon } from '#ui/Icon.tsx'
import classes from './api-keys.module.css'

/**
 * A green tick for a revoked key, a muted cross for an active one (specification part 2, section 2), and a word.
 */
export const RevokedMark = ({ isRevoked }: { readonly isRevoked: boolean }) => (
  <span className={classes.revoked} data-revoked={isRevoked}>
    <Icon name={isRevoked ? 'check' : 'close'} size={15} />
    {isRevoked ? 'yes' : 'no'}
  </span>
)
