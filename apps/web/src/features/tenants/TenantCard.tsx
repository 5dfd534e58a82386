import { isSuperTenant, type TenantOverview } from '@quatrain/contract/resources/tenant.ts'
import { Link } from 'react-router'
import { consoleOf } from '#lib/console-of.ts'
import { paths } from '#lib/paths.ts'
import { Mark } from '#ui/Mark.tsx'
import { TenantName } from '#ui/TenantName.tsx'
import cards from './cards.module.css'
import { ConsoleLink, countsOf, TenantLinks } from './TenantLinks.tsx'
import classes from './Tenants.module.css'

/** One tenant. The whole card is a link to its details, except for its other links. */
export function TenantCard({ tenant }: { readonly tenant: TenantOverview }) {
  const { name, schema_name, created_on, combined } = tenant
  const home = consoleOf(tenant, window.location)
  return (
    <li className={`${cards.card} ${classes.card}`}>
      <h2>
        <Link to={paths.tenants.details(name)} className={classes.whole}>
          <TenantName name={name} />
        </Link>
        {isSuperTenant(tenant) && <Mark>Super-tenant</Mark>}
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
              <span className="visually-hidden">of {name}</span>
            </a>
          </li>
        ))}
      </ul>
    </li>
  )
}
