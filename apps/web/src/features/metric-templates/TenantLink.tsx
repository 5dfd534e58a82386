import type { AffectedObject } from '@quatrain/contract/kit/dry-run.ts'
import { useQuery } from '@tanstack/react-query'
import { publicTenantsQuery } from '#features/tenants/tenants.queries.ts'
import { nameNow } from '#kit/write/ConfirmWriteDialog.tsx'
import type { SideEffectKinds } from '#kit/write/form-definition.ts'
import { consoleOf } from '#lib/console-of.ts'
import { paths } from '#lib/paths.ts'

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

interface ObjectProps {
  readonly object: AffectedObject
}

const Metric = ({ object }: ObjectProps) => (
  <TenantLink tenant={object.tenant} at={paths.metrics.details(nameNow(object))}>
    {nameNow(object)}
  </TenantLink>
)

const Profile = ({ object }: ObjectProps) => (
  <TenantLink tenant={object.tenant} at={paths.metricProfiles.details(nameNow(object))}>
    {nameNow(object)}
  </TenantLink>
)

/** The side effects of writes of metric templates; objects of tenants link to the tenants' consoles. */
export const sideEffectsOfTemplates: SideEffectKinds = {
  metric: { Name: Metric },
  metricprofile: { Name: Profile },
  metrictemplate: {},
  metrictag: {},
  probe: {},
}
