import { type ApiKey, apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { type Column, columnsFor, inMono } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { ExpiryMark } from '#kit/page/ExpiryMark.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { shortTime } from '#lib/dates.ts'
import { paths } from '#lib/paths.ts'
import { Mark } from '#ui/Mark.tsx'
import classes from './api-keys.module.css'
import { expiryWord, withoutUse } from './api-keys.queries.ts'
import { KeysOfUsers } from './KeysOfUsers.tsx'
import { RevokedMark } from './RevokedMark.tsx'

const column = columnsFor<ApiKey>()

const columns: readonly Column<ApiKey>[] = [
  column.rowNumber(),
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
    filter: { kind: 'text', of: (key) => [key.last_used_at === null ? withoutUse(key) : shortTime(key.last_used_at)] },
  },
  {
    id: 'expires',
    header: 'Expires',
    width: '168px',
    cell: (key) => <ExpiryMark apiKey={key} />,
    text: ({ expires }) => expires ?? 'never',
    sort: ({ expires }) => expires ?? '9999',
    filter: { kind: 'choice', of: (key) => [expiryWord(key, new Date())] },
  },
  {
    id: 'revoked',
    header: 'Revoked',
    cell: ({ revoked }) => <RevokedMark isRevoked={revoked} />,
    sort: ({ revoked }) => Number(revoked),
    filter: { kind: 'choice', of: ({ revoked }) => [revoked ? 'yes' : 'no'] },
    width: '110px',
  },
  {
    ...column.choice('used_by', 'Used by', '110px'),
    cell: ({ used_by }) => <Mark tone={used_by === 'poem' ? 'good' : 'plain'}>{used_by}</Mark>,
  },
]

const tenant = column.choice('tenant', 'Tenant', '14%')

/** The super-tenant also has the keys of others. */
const columnsOfAll = [...columns.slice(0, 2), tenant, ...columns.slice(2)]

export function ApiKeyListPage() {
  const isSuper = useConsoleContext().visitor.deployment === 'super'
  return (
    <ResourceListPage
      resource={apiKeys}
      paths={paths.apiKeys}
      columns={isSuper ? columnsOfAll : columns}
      pageSize={10}
      purpose="Machines use API keys to read their checks and packages. The console uses API keys to call the Web API."
    >
      <KeysOfUsers />
    </ResourceListPage>
  )
}
