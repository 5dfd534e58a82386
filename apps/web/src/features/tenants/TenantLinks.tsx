import { isSuperTenant, type TenantOverview } from '@quatrain/contract/resources/tenant.ts'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { consoleOf } from '#lib/console-of.ts'
import { paths } from '#lib/paths.ts'
import { Icon } from '#ui/Icon.tsx'
import classes from './Tenants.module.css'

/** Names of tenants, each with a link to its details. */
export const TenantLinks = ({ names }: { readonly names: readonly string[] }) =>
  names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      <Link to={paths.tenants.details(name)}>{name}</Link>
    </Fragment>
  ))

/** A link to a tenant's own console, in a new tab. */
export const ConsoleLink = ({ tenant }: { readonly tenant: Pick<TenantOverview, 'domain_url'> }) => (
  <a href={consoleOf(tenant, window.location)} target="_blank" rel="noreferrer" className={classes.console}>
    {tenant.domain_url}
    <Icon name="external" size={14} />
    <span className="visually-hidden"> (opens in a new tab)</span>
  </a>
)

/** The numbers of a tenant's objects, with links to their public lists. */
export const countsOf = (tenant: TenantOverview) => {
  const metrics = isSuperTenant(tenant)
    ? { what: 'Metric templates', page: 'public_metrictemplates' }
    : { what: 'Metrics', page: 'public_metrics' }
  return [
    { ...metrics, count: tenant.nr_metrics },
    { what: 'Probes', page: 'public_probes', count: tenant.nr_probes },
  ]
}
