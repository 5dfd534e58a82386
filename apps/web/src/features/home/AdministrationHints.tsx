import type { AdministrationHints as Hints } from '@quatrain/contract/console/administration.ts'
import { groups as groupResources } from '@quatrain/contract/resources/group.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { expiringKeyList, unusedKeyList } from '#features/api-keys/api-keys.queries.ts'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import panel from '#ui/panel.module.css'
import classes from './HomePage.module.css'

/** What administrators should look at; nothing if there is nothing. */
export function AdministrationHints({ hints }: { readonly hints: Hints }) {
  const { usersWithoutGroups: users, groupsWithoutUsers: groups, superusersWithoutFactor: superusers } = hints
  const { unusedKeys, expiringKeys, expiringUserKeys } = hints
  if (users.count + groups.count + superusers.count + unusedKeys + expiringKeys + expiringUserKeys === 0) return null
  return (
    <section className={panel.panel} aria-labelledby="review">
      <h2 id="review">Access to review</h2>
      <ul className={classes.list}>
        <UsersHint users={users} says="without a group: they can view, but change nothing" subject="user" />
        <UsersHint users={superusers} says="without a second factor: a stolen password is enough" subject="superuser" />
        {groups.count > 0 && (
          <Hint
            says={`${counted(groups.count, 'group')} without users: only superusers can change the objects`}
            count={groups.count}
          >
            {groups.first.map(({ kind, name }) => (
              <Link key={`${kind} ${name}`} to={paths.groups[kind].details(name)}>
                {name} <span className={classes.kind}>{groupResources[kind].label.many}</span>
              </Link>
            ))}
          </Hint>
        )}
        {expiringKeys > 0 && (
          <li>
            <Link to={expiringKeyList}>{counted(expiringKeys, 'API key')} to renew: expired, or about to expire</Link>
          </li>
        )}
        {expiringUserKeys > 0 && (
          <li>
            <Link to={paths.apiKeys.list}>
              {counted(expiringUserKeys, 'key')} of users to renew: expired, or about to expire
            </Link>
          </li>
        )}
        {unusedKeys > 0 && (
          <li>
            <Link to={unusedKeyList}>{counted(unusedKeys, 'API key')} never used</Link>
          </li>
        )}
      </ul>
    </section>
  )
}

interface UsersProps {
  readonly users: Hints['usersWithoutGroups']
  readonly subject: string
  readonly says: string
}

const UsersHint = ({ users: { count, first }, subject, says }: UsersProps) =>
  count > 0 && (
    <Hint says={`${counted(count, subject)} ${says}`} count={count}>
      {first.map((name) => (
        <Link key={name} to={paths.users.details(name)}>
          {name}
        </Link>
      ))}
    </Hint>
  )

interface HintProps {
  readonly says: string
  readonly count: number
  /** The first of them. */
  readonly children: readonly ReactNode[]
}

const Hint = ({ says, count, children }: HintProps) => (
  <li className={classes.hint}>
    <span>{says}</span>
    <span className={classes.named}>
      {children}
      {count > children.length && <span>and {count - children.length} more</span>}
    </span>
  </li>
)
