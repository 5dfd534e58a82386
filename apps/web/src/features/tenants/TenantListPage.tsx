import { Button, TextInput } from '@mantine/core'
import type { TenantOverview } from '@quatrain/contract/resources/tenant.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Column } from '#kit/list/columns.tsx'
import { useListState } from '#kit/list/list-address.ts'
import { filterRows } from '#kit/list/list-source.ts'
import { Failure } from '#kit/page/page-states.tsx'
import { useSingleKey } from '#kit/page/single-keys.ts'
import { consoleOf } from '#lib/console-of.ts'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { Mark } from '#ui/Mark.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { TenantName } from '#ui/TenantName.tsx'
import cards from './cards.module.css'
import { ConsoleLink, countsOf, TenantLinks } from './TenantLinks.tsx'
import classes from './Tenants.module.css'
import { tenantList, titleOfTenant } from './tenants.queries.ts'

/** Up to this number there is no search. */
const maxWithoutSearch = 12

/** The searched field; cards have no pages. */
const columns: readonly Column<TenantOverview>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => name,
    filter: {
      kind: 'text',
      texts: (tenant) => [titleOfTenant(tenant), tenant.name, tenant.schema_name, tenant.domain_url],
    },
  },
]
const all = Number.POSITIVE_INFINITY

/** All tenants as cards with their addresses and the numbers of their objects. */
export function TenantListPage() {
  const { data, error, refetch } = useQuery(tenantList)
  const [{ filters }, change, flush] = useListState(columns, all, all)
  const matchingTenants = data && filterRows(data, columns, filters)
  const search = (name: string) => change({ filters: { name } }, name !== '')
  return (
    <PageFrame title="Select tenant for details">
      {data && data.length > maxWithoutSearch && (
        <Search
          text={filters.name ?? ''}
          onSearch={search}
          onSearchBlur={flush}
          matchCount={matchingTenants?.length ?? 0}
          all={data.length}
        />
      )}
      {error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <section aria-label="Tenants" aria-busy={!data}>
          {!data && (
            <span role="status" className="visually-hidden">
              Loading tenants
            </span>
          )}
          {matchingTenants?.length === 0 && <p className={cards.none}>No tenant has that in its name or address.</p>}
          <ul className={cards.cards}>
            {matchingTenants
              ? matchingTenants.map((tenant) => <TenantCard key={tenant.schema_name} tenant={tenant} />)
              : [1, 2, 3].map((place) => (
                  <li key={place} className={`${cards.card} ${classes.ghost}`} aria-hidden="true" />
                ))}
          </ul>
        </section>
      )}
    </PageFrame>
  )
}

interface SearchProps {
  readonly text: string
  readonly onSearch: (text: string) => void
  readonly onSearchBlur: () => void
  readonly matchCount: number
  readonly all: number
}

function Search({ text, onSearch, onSearchBlur, matchCount, all }: SearchProps) {
  const box = useRef<HTMLInputElement>(null)
  useSingleKey(['/'], () => box.current?.focus())
  return (
    <div className={classes.search}>
      <TextInput
        ref={box}
        type="search"
        size="sm"
        aria-label="Search tenants"
        placeholder="Search by name or address"
        value={text}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onBlur={onSearchBlur}
      />
      <span role="status">
        {matchCount === all
          ? counted(all, 'tenant')
          : `${matchCount.toLocaleString('en')} of ${counted(all, 'tenant')}`}
      </span>
      {text !== '' && (
        <Button size="compact-sm" variant="subtle" onClick={() => onSearch('')}>
          Clear search
        </Button>
      )}
    </div>
  )
}

/** One tenant. The whole card is a link to its details, except for its other links. */
function TenantCard({ tenant }: { readonly tenant: TenantOverview }) {
  const { name, schema_name, created_on, combined } = tenant
  const home = consoleOf(tenant, window.location)
  const title = titleOfTenant(tenant)
  return (
    <li className={`${cards.card} ${classes.card}`}>
      <h2>
        <Link to={paths.tenants.details(name)} className={classes.whole}>
          <TenantName name={title} />
        </Link>
        {combined && <Mark tone="accent">Combined tenant</Mark>}
      </h2>
      <dl className={classes.facts}>
        <dt>Schema name</dt>
        <dd className="mono">{schema_name}</dd>
        <dt>Console</dt>
        <dd>
          <ConsoleLink tenant={tenant} />
        </dd>
        <dt>Created on</dt>
        <dd className="mono">{created_on}</dd>
        {tenant.combined_from && (
          <>
            <dt>Combined from</dt>
            <dd>
              <TenantLinks names={tenant.combined_from} />
            </dd>
          </>
        )}
      </dl>
      <ul className={classes.counts}>
        {countsOf(tenant).map(({ what, count, page }) => (
          <li key={what}>
            <a href={`${home}/ui/${page}`}>
              {what} <strong className="mono">{count.toLocaleString('en')}</strong>{' '}
              <span className="visually-hidden">of {title}</span>
            </a>
          </li>
        ))}
      </ul>
    </li>
  )
}
