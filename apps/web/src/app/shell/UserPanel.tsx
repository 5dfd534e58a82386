import type { UserDetails } from '@quatrain/contract/accounts/session.ts'
import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { Link } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { paths } from '#lib/paths.ts'
import { Icon } from '#ui/Icon.tsx'
import { Mark } from '#ui/Mark.tsx'
import { SchemeChoices } from './SchemeSwitch.tsx'
import { SingleKeysSwitch } from './SingleKeysSwitch.tsx'
import classes from './UserMenu.module.css'

const kinds: readonly (readonly [GroupKind, string])[] = [
  ['reports', 'Reports'],
  ['aggregations', 'Aggregation profiles'],
  ['metrics', 'Metrics'],
  ['metricprofiles', 'Metric profiles'],
  ['thresholdsprofiles', 'Thresholds profiles'],
]

interface Props {
  readonly user: UserDetails
  /** A link leads to another page. */
  readonly onLeave: () => void
  readonly onLogOut: () => void
}

/** The user's details, and the groups that give permissions. */
export function UserPanel({ user, onLeave, onLogOut }: Props) {
  const { caller } = useConsoleContext()
  const fullName = [user.first_name, user.last_name].filter(Boolean).join(' ')
  const role = user.is_superuser ? (caller.deployment === 'super' ? 'Super Admin' : 'Tenant Admin') : 'Tenant User'
  const kindsWithGroups = kinds.filter(([kind]) => user.groups[kind].length > 0)
  return (
    <>
      <div>
        <Mark tone={user.is_superuser ? 'accent' : 'good'}>{role}</Mark>
      </div>
      <p className={classes.name}>{fullName || user.username}</p>
      {fullName !== '' && <p className="mono">{user.username}</p>}
      {user.email !== '' && <p>{user.email}</p>}
      {user.is_superuser ? (
        <p className={classes.rights}>May change everything in this console.</p>
      ) : kindsWithGroups.length === 0 ? (
        <p className={classes.rights}>No permissions</p>
      ) : (
        <dl className={classes.rights}>
          {kindsWithGroups.map(([kind, label]) => (
            <div key={kind}>
              <dt>{label}</dt>
              <dd>
                {user.groups[kind].map((group) => (
                  <Mark key={group}>{group}</Mark>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ul className={classes.links}>
        <li>
          <Link to={paths.profile} onClick={onLeave}>
            <Icon name="user" size={16} />
            Your profile
          </Link>
        </li>
        <li>
          <Link to={paths.changePassword} onClick={onLeave}>
            <Icon name="key" size={16} />
            Change password
          </Link>
        </li>
        <li>
          <button type="button" onClick={onLogOut}>
            <Icon name="logOut" size={16} />
            Log out
          </button>
        </li>
      </ul>
      <div className={classes.rights}>
        <SchemeChoices />
      </div>
      <div className={classes.rights}>
        <SingleKeysSwitch />
      </div>
    </>
  )
}
