import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { paths } from '#lib/paths.ts'
import { Mark } from '#ui/Mark.tsx'
import { Notice } from '#ui/Notice.tsx'
import classes from './metric-templates.module.css'

interface Props {
  /** The roll-out that deletes the template. */
  readonly by: number
}

/** The mark in the list of a template that is being deleted. */
export const BeingDeletedMark = ({ by }: Props) => (
  <RollOutLink by={by} className={classes.deletedBy}>
    <Mark tone="warn">Being deleted</Mark>
  </RollOutLink>
)

/** The notice on the page of a template that is being deleted. */
export const BeingDeletedNotice = ({ by }: Props) => (
  <Notice kind="warning">
    <p>
      This metric template is being deleted by <RollOutLink by={by}>roll-out {by}</RollOutLink>, and cannot be changed.
      Tenants keep their metrics of it until the roll-out has removed them.
    </p>
  </Notice>
)

interface LinkProps extends Props {
  readonly className?: string
  readonly children: ReactNode
}

/** A link to the roll-out for superusers of the super-tenant, who alone have its page. */
function RollOutLink({ by, className, children }: LinkProps) {
  const { caller } = useConsoleContext()
  const hasPage = caller.deployment === 'super' && caller.user?.isSuperuser
  if (!hasPage) return <span className={className}>{children}</span>
  return (
    <Link to={paths.rollOuts.details(by)} className={className}>
      {children}
    </Link>
  )
}
