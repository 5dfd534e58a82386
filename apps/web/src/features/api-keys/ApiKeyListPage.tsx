import { Button } from '@mantine/core'
import { endUserKey, type KeyOfUser, listUserKeys } from '@quatrain/contract/accounts/user-keys.ts'
import { type ApiKey, apiKeys, revokeApiKeys } from '@quatrain/contract/resources/api-key.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#kit/api/call.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { queryOf, resourceQueries } from '#kit/api/queries.ts'
import { writeOf } from '#kit/api/write.ts'
import { type Column, columnsFor, inMono } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { type Selection, SelectionButton, useSelection } from '#kit/list/use-selection.tsx'
import { ExpiryMark } from '#kit/page/Marks.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { Failure } from '#kit/page/page-states.tsx'
import { Section } from '#kit/page/Section.tsx'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { shortTime } from '#lib/dates.ts'
import { loadPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { Mark } from '#ui/Mark.tsx'
import { tell } from '#ui/messages.ts'
import table from '#ui/table.module.css'
import classes from './api-keys.module.css'
import { expiryWord, revokingKey, withoutUse } from './api-keys.queries.ts'
import { RevokedMark } from './RevokedMark.tsx'

const column = columnsFor<ApiKey>()

const columns: readonly Column<ApiKey>[] = [
  inMono(column.link('name', 'Name', ({ key }) => paths.apiKeys.details(key), '24%')),
  column.moment('created', 'Created'),
  {
    id: 'last_used_at',
    header: 'Last used',
    width: '168px',
    cell: (key) =>
      key.last_used_at === null ? (
        <em className={classes.muted}>{withoutUse(key)}</em>
      ) : (
        <Moment iso={key.last_used_at} isRelative />
      ),
    text: (key) => key.last_used_at ?? withoutUse(key),
    sort: ({ last_used_at }) => last_used_at ?? '',
    filter: {
      kind: 'text',
      texts: (key) => [key.last_used_at === null ? withoutUse(key) : shortTime(key.last_used_at)],
    },
  },
  {
    id: 'expires',
    header: 'Expires',
    width: '168px',
    cell: (key) => <ExpiryMark apiKey={key} />,
    text: ({ expires }) => expires ?? 'never',
    sort: ({ expires }) => expires ?? '9999',
    filter: { kind: 'choice', texts: (key) => [expiryWord(key, new Date())] },
  },
  {
    ...column.choiceOf('revoked', 'Revoked', ({ revoked }) => (revoked ? 'yes' : 'no'), '110px'),
    cell: ({ revoked }) => <RevokedMark isRevoked={revoked} />,
  },
  {
    ...column.choice('used_by', 'Used by', '110px'),
    cell: ({ used_by }) => <Mark tone={used_by === 'poem' ? 'good' : 'plain'}>{used_by}</Mark>,
  },
]

const tenant = column.choice('tenant', 'Tenant', '14%')

/** The super-tenant also has the keys of others. */
const columnsOfAll = [...columns.slice(0, 1), tenant, ...columns.slice(1)]

export function ApiKeyListPage() {
  const selection = useSelection()
  const { run, isBusy } = useRevokeKeys(selection)
  const isSuper = useConsoleContext().caller.deployment === 'super'
  return (
    <ResourceListPage
      resource={apiKeys}
      paths={paths.apiKeys}
      columns={isSuper ? columnsOfAll : columns}
      selection={{
        selection,
        header: 'Select',
        actions: (
          <SelectionButton isBusy={isBusy} onClick={() => run([...selection.keys].sort())}>
            Revoke
          </SelectionButton>
        ),
      }}
      pageSize={10}
      purpose="Machines use API keys to read their checks and packages. The console uses API keys to call the Web API."
    >
      <KeysOfUsers />
    </ResourceListPage>
  )
}

/** Revokes the selected keys, all of them or none, which cannot be undone. Those that are revoked already are left out. */
function useRevokeKeys(selection: Selection) {
  const client = useQueryClient()
  return usePreviewedWrite<readonly string[]>({
    definition: { resource: apiKeys, failureTitle: 'Error revoking API keys' },
    doing: () => 'revoking API keys',
    async prepare(selectedKeys) {
      const all: readonly ApiKey[] = await client.ensureQueryData(resourceQueries(apiKeys).list())
      const revocable = all.filter(({ key, revoked }) => !revoked && selectedKeys.includes(key))
      if (revocable.length === 0) {
        tell.success({ title: 'Unchanged', lines: ['All of them are revoked already.'] })
        return undefined
      }
      const { RevokeKeysDialog } = await loadPart(() => import('./RevokeKeysDialog.tsx'))
      return {
        write: writeOf(revokeApiKeys, { body: { keys: revocable.map(({ key }) => key) } }),
        dialog: (props) => <RevokeKeysDialog keys={revocable} {...props} />,
      }
    },
    onDone({ notices }) {
      selection.clear()
      tell.success({ title: 'Revoked', lines: [notices.info ?? ''] })
    },
  })
}

const query = queryOf(['user-keys'], listUserKeys, {})

/** The keys that users have made for their scripts. Nothing is shown if there are none. */
function KeysOfUsers() {
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
      <div className={table.scroll}>
        <CardTable
          caption="Table of keys of users"
          headings={['User', 'Name', 'Created', 'Last used', 'Expires', 'Action']}
        >
          {data.map((key) => (
            <Row key={key.id} userKey={key} refresh={refresh} />
          ))}
        </CardTable>
      </div>
    </Section>
  )
}

function Row({ userKey: key, refresh }: { readonly userKey: KeyOfUser; readonly refresh: () => void }) {
  const name = `${key.name} of ${key.username}`
  const revoke = useWriting({
    question: () => revokingKey(name),
    mutationFn: () => call(endUserKey, { params: { id: key.id } }),
    onSuccess: () => tell.success({ title: 'Revoked', lines: [`Key ${name} revoked`] }),
    doing: 'revoking the key',
    onEnd: refresh,
  })
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
        <Moment iso={key.created} isRelative />
      </td>
      <td>
        {key.last_used_at === null ? (
          <em className={classes.muted}>never</em>
        ) : (
          <Moment iso={key.last_used_at} isRelative />
        )}
      </td>
      <td>
        <ExpiryMark apiKey={key} />
      </td>
      <td>
        <Button
          size="compact-sm"
          variant="default"
          loading={revoke.isBusy}
          aria-label={`Revoke ${name}`}
          onClick={() => revoke.run()}
        >
          Revoke
        </Button>
      </td>
    </tr>
  )
}
