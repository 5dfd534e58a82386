import { z } from 'zod'
import { flag, list, text } from './compare/field.ts'
import { internalApi } from './kit/addresses.ts'
import { superOnly } from './kit/deployment.ts'
import { defineEndpoint } from './kit/endpoint.ts'
import { type DocumentOf, defineResource } from './kit/resource.ts'

/** A tenant beside the others: where it is, and how much it has. */
export const tenantOverview = z.object({
  name: z.string(),
  schema_name: z.string(),
  /** The host of its console, which can carry a port. */
  domain_url: z.string(),
  /** `YYYY-MM-DD`. */
  created_on: z.string(),
  /** Of the super-tenant, metric templates. */
  nr_metrics: z.int(),
  /** Different probe versions that its metrics run; of the super-tenant, that metric templates are of. */
  nr_probes: z.int(),
  combined: z.boolean(),
  /** The tenants that feed it, where it is a combined one. */
  combined_from: z.array(z.string()).optional(),
})

export type TenantOverview = z.output<typeof tenantOverview>

/** Everything of a tenant that is not counted. */
const document = z.object({
  name: z.string(),
  schemaName: z.string(),
  domain: z.string(),
  combined: z.boolean(),
  combinedFrom: z.array(z.string()),
  useServiceTitle: z.boolean(),
  termsUrl: z.string(),
  privacyUrl: z.string(),
  samlLoginString: z.string(),
})

/** Whose consoles there are (specification part 2, section 2). They are made on the command line. */
export const tenants = defineResource({
  kind: 'tenant',
  path: 'tenants',
  label: { one: 'tenant', many: 'tenants' },
  key: { read: 'name', remove: 'name' },
  history: 'version',
  access: { super: { read: 'members', write: 'superusers' } },
  record: tenantOverview,
  row: tenantOverview,
  document,
  compared: {
    name: text('Name'),
    schemaName: text('Schema'),
    domain: text('Host'),
    combined: flag('Combined'),
    combinedFrom: list('Combined from', 'Tenant'),
    useServiceTitle: flag('Titles of service types'),
    termsUrl: text('Terms of use'),
    privacyUrl: text('Privacy policy'),
    samlLoginString: text('Text of the single sign-on button'),
  },
})

export type TenantDocument = DocumentOf<typeof tenants>

/** How the super-tenant's own entry, which nobody can delete, is told from the others. */
export const isSuperTenant = ({ schema_name }: Pick<TenantOverview, 'schema_name'>): boolean => schema_name === 'public'

/** Without the super-tenant's own entry (decision D27). */
export const publicTenants = defineEndpoint({
  method: 'GET',
  path: `${internalApi}/public_tenants`,
  summary: 'All tenants by name, for everybody',
  deployments: superOnly,
  caller: 'anyone',
  answer: z.array(tenantOverview),
})
