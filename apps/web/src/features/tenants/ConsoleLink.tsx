import type { TenantOverview } from '@quatrain/contract/tenants.ts'
import { consoleOf } from '#lib/console-of.ts'
import { Icon } from '#ui/Icon.tsx'
import classes from './Tenants.module.css'

/** The way to a tenant's own console, in a tab of its own. */
export const ConsoleLink = ({ tenant }: { readonly tenant: Pick<TenantOverview, 'domain_url'> }) => (
  <a href={consoleOf(tenant, window.location)} target="_blank" rel="noreferrer" className={classes.console}>
    {tenant.domain_url}
    <Icon name="external" size={14} />
    <span className="visually-hidden"> (opens in a new tab)</span>
  </a>
)
