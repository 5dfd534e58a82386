import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import classes from './Notice.module.css'

interface Props {
  readonly kind: 'info' | 'warning' | 'bad'
  readonly children: ReactNode
  readonly actions?: ReactNode
  readonly icon?: IconName
  readonly role?: 'alert' | 'status' | undefined
}

/** A short message that concerns the whole page. */
export function Notice({ kind, children, actions, role, icon = kind === 'info' ? 'info' : 'warning' }: Props) {
  return (
    <div className={classes.notice} data-kind={kind} role={role}>
      <Icon name={icon} />
      <div className={classes.text}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
