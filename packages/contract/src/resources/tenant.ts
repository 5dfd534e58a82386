import { z } from 'zod'
import { flag, list, text } from '../compare/field.ts'
import { internalApi } from '../kit/addresses.ts'
import { superOnly } from '../kit/deployment.ts'
import { defineRead } from '../kit/endpoint.ts'
import { kindNames } from '../kit/kind-names.ts'
import { texts } from '../kit/named-fields.ts'
import { type DocumentOf, defineResource } from '../kit/resource.ts'

/** A tenant and its size. */
export const tenantOverview = z.object({
  name: z.string(),
  schema_name: z.string(),
  /** The host of its console, which can include a port. */
  domain_url: z.string(),
  /** `YYYY-MM-DD`. */
  created_on: z.string(),
  /** The number of metrics of the tenant; for the super-tenant, of metric templates. */
  nr_metrics: z.int(),
  /** The number of probe versions that its metrics run; of the super-tenant, that metric templates have. */
  nr_probes: z.int(),
  combined: z.boolean(),
  /** The tenants that feed it, if it is a combined one. */
  combined_from: z.array(z.string()).optional(),
})

export type TenantOverview = z.output<typeof tenantOverview>

/** All fields of a tenant but the numbers of objects. */
const document = z.object({
  ...texts('name', 'schemaName', 'domain'),
  combined: z.boolean(),
  combinedFrom: z.array(z.string()),
  useServiceTitle: z.boolean(),
  ...texts('termsUrl', 'privacyUrl', 'samlLoginString'),
})

/** Organisations with their own console (specification part 2, section 2). They are added on the command line. */
export const tenants = defineResource({
  ...kindNames.tenants,
  key: { read: 'name', remove: 'name' },
  recentLoginFor: ['remove'],
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

/** Whether this is the super-tenant's own entry, which nobody can delete. */
export const isSuperTenant = ({ schema_name }: Pick<TenantOverview, 'schema_name'>): boolean => schema_name === 'public'

/** What pages call the super-tenant, whose name in the database says nothing to users. */
export const superTenantTitle = 'Super-tenant'

/** The list has no entry of the super-tenant itself (decision D27). */
export const publicTenants = defineRead({
  path: `${internalApi}/public_tenants`,
  summary: 'All tenants by name; public',
  deployments: superOnly,
  caller: 'anyone',
  answer: z.array(tenantOverview),
})
