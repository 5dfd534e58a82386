import type { AffectedObject } from '@quatrain/contract/kit/dry-run.ts'
import { useQuery } from '@tanstack/react-query'
import { publicTenantsQuery } from '#features/tenants/tenants.queries.ts'
import { nameNow, type SideEffectKinds } from '#kit/write/form-definition.ts'
import { consoleOf } from '#lib/console-of.ts'
import { paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

/** The addresses of the tenants' consoles, by name. */
const useConsoles = () => useQuery({ ...publicTenantsQuery, select: consolesOf }).data

const consolesOf = (tenants: readonly { readonly name: string; readonly domain_url: string }[]) =>
  new Map(tenants.map((tenant) => [tenant.name, consoleOf(tenant, window.location)]))

interface Props {
  readonly tenant: string
  /** The address within that console. */
  readonly at: string
  readonly children: string
}

/** A link to a page of a tenant's own console. It opens in a new tab, so that input in this page is kept. */
export function TenantLink({ tenant, at, children }: Props) {
  const origin = useConsoles()?.get(tenant)
  if (origin === undefined) return children
  return (
    <a href={`${origin}${at}`} target="_blank" rel="noreferrer">
      {children}
      <span className="visually-hidden"> (opens a new tab)</span>
    </a>
  )
}

const linkedAt =
  (places: ResourcePaths) =>
  ({ object }: { readonly object: AffectedObject }) => (
    <TenantLink tenant={object.tenant} at={places.details(nameNow(object))}>
      {nameNow(object)}
    </TenantLink>
  )

/** The side effects of writes of metric templates; objects of tenants link to the tenants' consoles. */
export const sideEffectsOfTemplates: SideEffectKinds = {
  metric: { Name: linkedAt(paths.metrics) },
  metricprofile: { Name: linkedAt(paths.metricProfiles) },
  metrictemplate: {},
  metrictag: {},
  probe: {},
}
