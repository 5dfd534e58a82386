import { identityProviderKey } from '@quatrain/contract/kit/kind-names.ts'
import type { RowOf } from '@quatrain/contract/kit/resource.ts'
import { identityProviders, protocolWords } from '@quatrain/contract/resources/identity-provider.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { type Column, columnsFor, inMono } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { paths } from '#lib/paths.ts'
import { Mark } from '#ui/Mark.tsx'

type Row = RowOf<typeof identityProviders>

const column = columnsFor<Row>()

const offerOf = ({ enabled }: Row) => (enabled ? 'offered' : 'not offered')

const columns: readonly Column<Row>[] = [
  column.rowNumber(),
  column.link('name', 'Name', (provider) => paths.identityProviders.details(identityProviderKey(provider)), '24%'),
  inMono(column.text('issuer', 'Issuer')),
  {
    id: 'protocol',
    header: 'Protocol',
    width: '160px',
    cell: ({ protocol }) => protocolWords[protocol],
    text: ({ protocol }) => protocolWords[protocol],
    sort: ({ protocol }) => protocol,
  },
  {
    ...column.choiceOf('enabled', 'Login page', offerOf, '130px'),
    cell: (provider) => <Mark tone={provider.enabled ? 'good' : 'plain'}>{offerOf(provider)}</Mark>,
  },
]

const tenant = column.choice('tenant', 'Tenant', '14%')

const columnsOfAll = [...columns.slice(0, 2), tenant, ...columns.slice(2)]

/** The super-tenant also has the providers of others. */
export function IdentityProviderListPage() {
  const isSuper = useConsoleContext().caller.deployment === 'super'
  return (
    <ResourceListPage
      resource={identityProviders}
      paths={paths.identityProviders}
      columns={isSuper ? columnsOfAll : columns}
      pageSize={20}
      purpose="Users log in with an identity provider of their organisation instead of a password of the console."
    />
  )
}
