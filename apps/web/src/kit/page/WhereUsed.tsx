import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { counted } from '#lib/words.ts'
import { LoadFailure } from './LoadFailure.tsx'
import { UsageSection } from './UsageSection.tsx'
import classes from './WhereUsed.module.css'

/** An object that depends on the displayed one. */
export interface User {
  readonly name: string
  /** Its address, if it has one. */
  readonly to?: string | undefined
  /** Additional text after its name. */
  readonly note?: string
}

export interface Users {
  readonly one: string
  readonly many: string
  readonly users: readonly User[]
}

/** A query of dependents. With an error, the data are those that could be found. */
export interface UsersQuery {
  readonly data: readonly Users[] | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}

interface Props {
  readonly query: UsersQuery
  /** Shown if nothing depends on it. */
  readonly emptyText: string
}

/** The dependents of an object by kind, from direct to indirect ones, with their numbers. */
export function WhereUsed({ query, emptyText }: Props) {
  const { data, error, refetch } = query
  const groups = data?.filter(({ users }) => users.length > 0) ?? []
  return (
    <UsageSection isBusy={!data && !error}>
      {error && <LoadFailure subject="What depends on it" error={error} retry={refetch} isBusy={query.isFetching} />}
      {!data && !error && <p role="status">Loading dependents</p>}
      {data && !error && groups.length === 0 && <p>{emptyText}</p>}
      {groups.length > 0 && (
        <dl className={classes.groups}>
          {groups.map((group) => (
            <Group key={group.many} {...group} />
          ))}
        </dl>
      )}
    </UsageSection>
  )
}

const maxShown = 20

function Group({ one, many, users }: Users) {
  const [isWhole, setWhole] = useState(false)
  const visibleUsers = isWhole ? users : users.slice(0, maxShown)
  return (
    <div className={classes.group}>
      <dt>{counted(users.length, one, many)}</dt>
      <dd>
        <ul className={classes.names}>
          {visibleUsers.map(({ name, to, note }) => (
            <li key={name}>
              <span className="mono">{to === undefined ? name : <Link to={to}>{name}</Link>}</span>
              {note !== undefined && <span className={classes.note}> {note}</span>}
            </li>
          ))}
        </ul>
        {visibleUsers.length < users.length && (
          <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
            Show all {users.length.toLocaleString('en')}
          </Button>
        )}
      </dd>
    </div>
  )
}
