import type { UserDetails } from '@quatrain/contract/accounts/session.ts'
import { itemsOfGroups } from '@quatrain/contract/kit/kind-names.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { Mark } from '#ui/Mark.tsx'
import classes from './profile.module.css'

const kinds = ['reports', 'metrics', 'metricprofiles', 'aggregations', 'thresholdsprofiles'] as const

/** What the user may do, in words, and why. */
export function OwnRights({ user }: { readonly user: UserDetails }) {
  const { deployment } = useConsoleContext().caller
  if (user.is_superuser) {
    return (
      <p>
        You are a superuser: you may view and change everything in this console
        {deployment === 'tenant' ? ' of your tenant' : ', also what all tenants share'}, and administer its users.
      </p>
    )
  }
  const granted = kinds.filter((kind) => user.groups[kind].length > 0)
  const otherKinds = kinds.filter((kind) => user.groups[kind].length === 0)
  return (
    <>
      <p>You may view everything in this console except what only superusers administer.</p>
      {deployment === 'tenant' && (
        <ul className={classes.rights}>
          {granted.map((kind) => (
            <li key={kind}>
              You may {kind === 'metrics' ? 'change' : 'add, change and delete'} {itemsOfGroups[kind]} of{' '}
              {user.groups[kind].length === 1 ? 'the group' : 'the groups'}{' '}
              {user.groups[kind].map((group) => (
                <Mark key={group}>{group}</Mark>
              ))}
            </li>
          ))}
          {otherKinds.length > 0 && (
            <li>
              You are in no group of{' '}
              {new Intl.ListFormat('en', { type: 'disjunction' }).format(otherKinds.map((kind) => itemsOfGroups[kind]))}
              , so you cannot change these. A superuser of this tenant can add you to a group.
            </li>
          )}
        </ul>
      )}
    </>
  )
}
