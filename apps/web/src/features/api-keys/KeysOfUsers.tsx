import { Button } from '@mantine/core'
import { endUserKey, type KeyOfUser, listUserKeys } from '@quatrain/contract/user-keys.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#kit/api/call.ts'
import { ExpiryMark } from '#kit/page/ExpiryMark.tsx'
import { Failure } from '#kit/page/Failure.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { Section } from '#kit/page/Section.tsx'
import { showFailure } from '#kit/write/after-write.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { paths } from '#lib/paths.ts'
import { dialogs } from '#ui/dialogs.ts'
import { Mark } from '#ui/Mark.tsx'
import { tell } from '#ui/messages.ts'
import table from '#ui/table.module.css'
import classes from './api-keys.module.css'

const query = queryOptions({
  queryKey: ['user-keys'],
  queryFn: ({ signal }) => call(listUserKeys, {}, { signal }),
})

/** The keys that users have made for their scripts. Nothing is shown if there are none. */
export function KeysOfUsers() {
  const { data, error, refetch } = useQuery(query)
  const refresh = () => void refetch()
  if (error && !data) return <Failure error={error} retry={refresh} />
  if (!data || data.length === 0) return null
  return (
    <Section title="Keys of users">
      <p className={classes.muted}>
        Scripts of users call the API of the console with these, with the rights of the user. Users add them in their
        own profile.
      </p>
      <section className={table.scroll} aria-label="Table of keys of users">
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">User</th>
              <th scope="col">Name</th>
              <th scope="col">Created</th>
              <th scope="col">Last used</th>
              <th scope="col">Expires</th>
              <th scope="col">
                <span className="visually-hidden">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((key) => (
              <Row key={key.id} of={key} refresh={refresh} />
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  )
}

function Row({ of: key, refresh }: { readonly of: KeyOfUser; readonly refresh: () => void }) {
  const revoke = useRevoking(key, refresh)
  return (
    <tr>
      <td>
        <Link className="mono" to={paths.users.details(key.username)}>
          {key.username}
        </Link>
      </td>
      <td>
        <span className="mono">{key.name}</span> {key.read_only && <Mark tone="plain">read-only</Mark>}
      </td>
      <td>
        <Moment iso={key.created} />
      </td>
      <td>
        {key.last_used_at === null ? <em className={classes.muted}>never</em> : <Moment iso={key.last_used_at} />}
      </td>
      <td>
        <ExpiryMark of={key} />
      </td>
      <td>
        <Button
          size="compact-sm"
          variant="default"
          loading={revoke.isBusy}
          aria-label={`Revoke ${key.name} of ${key.username}`}
          onClick={() => revoke.run()}
        >
          Revoke
        </Button>
      </td>
    </tr>
  )
}

const useRevoking = ({ id, name, username }: KeyOfUser, refresh: () => void) =>
  useWriting({
    async mutationFn() {
      const isSure = await dialogs.confirm({
        title: 'Revoke key',
        question: 'Are you sure you want to revoke this key? All requests with it are refused from now on.',
        object: `${name} of ${username}`,
        confirm: 'Revoke key',
        keep: 'Keep it',
        isDestructive: true,
      })
      if (isSure) await call(endUserKey, { params: { id } })
      return isSure
    },
    onSuccess(isDone) {
      refresh()
      if (isDone) tell.success({ title: 'Revoked', lines: [`Key ${name} of ${username} revoked`] })
    },
    onError(error) {
      refresh()
      showFailure(error, 'revoking the key', 'Error')
    },
  })
