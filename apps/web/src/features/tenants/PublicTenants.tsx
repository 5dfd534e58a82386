import type { TenantOverview } from '@quatrain/contract/resources/tenant.ts'
import { useQuery } from '@tanstack/react-query'
import { Failure } from '#kit/page/page-states.tsx'
import { consoleOf } from '#lib/console-of.ts'
import { counted } from '#lib/words.ts'
import panel from '#ui/panel.module.css'
import { TenantName } from '#ui/TenantName.tsx'
import cards from './cards.module.css'
import classes from './PublicTenants.module.css'
import { publicTenantsQuery } from './tenants.queries.ts'

const card = `${cards.card} ${classes.card}`

interface Props {
  /** The public pages that every tenant has: path below `/ui/` and title. */
  readonly pages: readonly { readonly path: string; readonly title: string }[]
}

/** All tenants with links to their own public pages (specification section 1). */
export function PublicTenants({ pages }: Props) {
  const { data, error, refetch } = useQuery(publicTenantsQuery)
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  return (
    <section aria-labelledby="tenants" aria-busy={!data}>
      <h2 id="tenants" className={`${panel.heading} ${classes.title}`}>
        Tenants
      </h2>
      {data?.length === 0 && <p className={cards.none}>No tenants. The first one is added on the command line.</p>}
      <ul className={cards.cards}>
        {data
          ? data.map((tenant) => <TenantCard key={tenant.name} tenant={tenant} pages={pages} />)
          : [1, 2].map((place) => <li key={place} className={card} />)}
      </ul>
    </section>
  )
}

const TenantCard = ({ tenant, pages }: Props & { readonly tenant: TenantOverview }) => (
  <li className={card}>
    <h3>
      <TenantName name={tenant.name} />
    </h3>
    <p className={classes.facts}>
      {counted(tenant.nr_metrics, 'metric')}, {counted(tenant.nr_probes, 'probe')}
      {tenant.combined_from && <>. Combined from {tenant.combined_from.join(', ')}</>}
    </p>
    <ul className={classes.links}>
      {pages.map(({ path, title }) => (
        <li key={path}>
          <a href={`${consoleOf(tenant, window.location)}/ui/${path}`}>{title}</a>
        </li>
      ))}
    </ul>
  </li>
)
