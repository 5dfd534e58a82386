import type { TouchedObject } from '@quatrain/contract/kit/dry-run.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { publicTenantsQuery } from '#features/tenants/tenants.queries.ts'
import type { SideEffectWords } from '#kit/write/form-definition.ts'
import { consoleOf } from '#lib/console-of.ts'
import { paths } from '#lib/paths.ts'

/** Where the consoles of the tenants are, by their names. */
const useConsoles = () => useQuery({ ...publicTenantsQuery, select: consolesOf }).data

const consolesOf = (tenants: readonly { readonly name: string; readonly domain_url: string }[]) =>
  new Map(tenants.map((tenant) => [tenant.name, consoleOf(tenant, window.location)]))

interface Props {
  readonly tenant: string
  /** Its address within that tenant's console. */
  readonly at: string
  readonly children: string
}

/** Leads to something in a tenant's own console, in a tab of its own: nothing that is typed here is left behind. */
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

interface TouchedProps {
  readonly object: TouchedObject
}

/** What it is called, and found by, before anything is written. */
const nameNow = ({ before, name }: TouchedObject): string => (typeof before?.name === 'string' ? before.name : name)

const Metric = ({ object }: TouchedProps) => (
  <TenantLink tenant={object.tenant} at={paths.metrics.details(nameNow(object))}>
    {nameNow(object)}
  </TenantLink>
)

const Profile = ({ object }: TouchedProps) => (
  <TenantLink tenant={object.tenant} at={paths.metricProfiles.details(nameNow(object))}>
    {nameNow(object)}
  </TenantLink>
)

const Template = ({ object }: TouchedProps) => (
  <Link to={paths.metricTemplates.details(nameNow(object))} target="_blank">
    {nameNow(object)}
  </Link>
)

const verbs = { add: 'added', change: 'changed', delete: 'deleted' }

/** What the writes of templates touch beside them. */
export const touchedByTemplates: Readonly<Record<string, SideEffectWords>> = {
  metric: { one: 'metric', many: 'metrics', ...verbs, Name: Metric },
  metricprofile: { one: 'metric profile', many: 'metric profiles', ...verbs, Name: Profile },
  metrictemplate: { one: 'metric template', many: 'metric templates', ...verbs, Name: Template },
  metrictag: { one: 'metric tag', many: 'metric tags', ...verbs },
  probe: { one: 'probe', many: 'probes', ...verbs },
}
