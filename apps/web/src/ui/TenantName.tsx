import classes from './TenantName.module.css'
import { tenantColour } from './tenant-colour.ts'

/** The name of a tenant with its color. */
export function TenantName({ name }: { readonly name: string }) {
  return (
    <span className={classes.tenant}>
      <span className={classes.swatch} style={{ background: tenantColour(name) }} aria-hidden="true">
        {name.charAt(0).toUpperCase()}
      </span>
      <span className={classes.name}>{name}</span>
    </span>
  )
}
