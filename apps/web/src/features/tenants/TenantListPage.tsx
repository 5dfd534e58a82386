import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Failure } from '#kit/Failure.tsx'
import { useSingleKey } from '#kit/single-keys.ts'
import { counted } from '#lib/words.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { TenantCard } from './TenantCard.tsx'
import classes from './Tenants.module.css'
import { tenantList } from './tenants.queries.ts'

/** Up to here all of them are seen at a glance. */
const mostWithoutSearch = 12

/** All tenants as cards: where each one is, and how much it has. */
export function TenantListPage() {
  const { data, error, refetch } = useQuery(tenantList)
  const [query, setQuery] = useSearchParams()
  const wanted = query.get('name') ?? ''
  const part = wanted.trim().toLowerCase()
  const found = data?.filter(({ name, schema_name, domain_url }) =>
    [name, schema_name, domain_url].some((text) => text.toLowerCase().includes(part)),
  )
  const search = (name: string) => setQuery(name === '' ? {} : { name }, { replace: true, preventScrollReset: true })
  return (
    <PageFrame title="Select tenant for details">
      {data && data.length > mostWithoutSearch && (
        <Search wanted={wanted} onSearch={search} found={found?.length ?? 0} all={data.length} />
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
          {found?.length === 0 && <p className={classes.none}>No tenant has that in its name or address.</p>}
          <ul className={classes.cards}>
            {found
              ? found.map((tenant) => <TenantCard key={tenant.schema_name} tenant={tenant} />)
              : [1, 2, 3].map((place) => <li key={place} className={classes.ghost} aria-hidden="true" />)}
          </ul>
        </section>
      )}
    </PageFrame>
  )
}

interface SearchProps {
  readonly wanted: string
  readonly onSearch: (text: string) => void
  readonly found: number
  readonly all: number
}

function Search({ wanted, onSearch, found, all }: SearchProps) {
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
        value={wanted}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <span role="status">
        {found === all ? counted(all, 'tenant') : `${found.toLocaleString('en')} of ${counted(all, 'tenant')}`}
      </span>
      {wanted !== '' && (
        <Button size="compact-sm" variant="subtle" onClick={() => onSearch('')}>
          Clear search
        </Button>
      )}
    </div>
  )
}
