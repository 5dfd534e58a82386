import { Button } from '@mantine/core'
import type { UserKey } from '@quatrain/contract/accounts/user-keys.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { revokingKey } from '#features/api-keys/api-keys.queries.ts'
import { ExpiryMark } from '#kit/page/Marks.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { Failure } from '#kit/page/page-states.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { lazyPart } from '#lib/load-part.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { dialogs } from '#ui/dialogs.tsx'
import { Mark } from '#ui/Mark.tsx'
import { tell } from '#ui/messages.ts'
import table from '#ui/table.module.css'
import classes from './profile.module.css'
import { endKey, type KeyWithToken, ownKeysQuery } from './profile.queries.ts'

const keyDialogs = () => import('./OwnKeyDialogs.tsx')
const AddKeyDialog = lazyPart(keyDialogs, ({ AddKeyDialog }) => AddKeyDialog)
const ReplaceTokenDialog = lazyPart(keyDialogs, ({ ReplaceTokenDialog }) => ReplaceTokenDialog)
const TokenDialog = lazyPart(keyDialogs, ({ TokenDialog }) => TokenDialog)

/** The keys with which scripts of the user call the internal API. */
export function OwnKeys() {
  const { data, error, refetch } = useQuery(ownKeysQuery)
  const refresh = () => void refetch()
  const add = useTokenDialog(refresh, () => dialogs.open((close) => <AddKeyDialog close={close} />))
  if (error && !data) return <Failure error={error} retry={refresh} />
  return (
    <>
      <p>
        Scripts call the API of the console with a key, as you and with no more than your rights. A key cannot change
        people, keys, logins and tenants.
      </p>
      {data !== undefined && data.length > 0 && (
        <div className={table.scroll}>
          <CardTable caption="Table of keys" headings={['Name', 'Expires', 'Last used', 'Action']}>
            {data.map((key) => (
              <Row key={key.id} userKey={key} refresh={refresh} />
            ))}
          </CardTable>
        </div>
      )}
      <div>
        <Button variant="default" loading={add.isBusy} onClick={() => add.run()}>
          Add key
        </Button>
      </div>
    </>
  )
}

function Row({ userKey: key, refresh }: { readonly userKey: UserKey; readonly refresh: () => void }) {
  const rotate = useTokenDialog(refresh, () =>
    dialogs.open((close) => <ReplaceTokenDialog userKey={key} close={close} />),
  )
  const revoke = useWriting({
    question: () => revokingKey(key.name),
    mutationFn: () => endKey(key),
    onSuccess: () => tell.success({ title: 'Revoked', lines: [`Key ${key.name} revoked`] }),
    doing: 'revoking the key',
    onEnd: refresh,
  })
  const isBusy = rotate.isBusy || revoke.isBusy
  return (
    <tr>
      <td>
        <span className="mono">{key.name}</span> {key.read_only && <Mark tone="plain">read-only</Mark>}
        <Note userKey={key} />
      </td>
      <td>
        <ExpiryMark apiKey={key} />
      </td>
      <td>
        {key.last_used_at === null ? <em className={classes.muted}>never</em> : <Moment iso={key.last_used_at} />}
        {key.last_used_by !== '' && <div className={classes.note}>{key.last_used_by}</div>}
      </td>
      <td>
        <span className={classes.buttons}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            aria-label={`Replace token of ${key.name}`}
            onClick={() => rotate.run()}
          >
            Replace token
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            aria-label={`Revoke ${key.name}`}
            onClick={() => revoke.run()}
          >
            Revoke
          </Button>
        </span>
      </td>
    </tr>
  )
}

/** Says where the key can be used from, and until when the token before the last one is accepted. */
function Note({ userKey: { networks, previous_until: until } }: { readonly userKey: UserKey }): ReactNode {
  const isOverlapping = until !== null && new Date(until) > new Date()
  return (
    <>
      {networks.length > 0 && <div className={classes.note}>from {networks.join(', ')}</div>}
      {isOverlapping && (
        <div className={classes.note}>
          the previous token is accepted until <Moment iso={until} />
        </div>
      )}
    </>
  )
}

/** Runs a dialog that makes a token, and shows the token once. */
const useTokenDialog = (refresh: () => void, ask: () => Promise<KeyWithToken | undefined>) =>
  useWriting({
    // The token is not kept.
    gcTime: 0,
    mutationFn: ask,
    async onSuccess(newKey) {
      refresh()
      if (newKey) await dialogs.open((close) => <TokenDialog newKey={newKey} close={() => close()} />)
    },
    doing: 'saving the key',
  })
