import { enterLocally } from '@quatrain/platform/database/scope.ts'
import { contextIn, type Operator } from '@quatrain/server/features/tenants/operator.ts'
import { insertTenant } from '@quatrain/server/features/tenants/tenants.service.ts'
import { lockTenant } from '@quatrain/server/request/tenancy/locks.ts'
import { type Db, findTenants, spanningScope, type Tenant } from '@quatrain/server/request/tenancy/tenancy.ts'
import { textOf } from './decode.ts'
import type { SourceRow, SourceSchema } from './source.ts'

/** How the tenants of the other system are called here. */
export interface TenantOptions {
  /** Host names by schema, of dumps, which have none. */
  readonly hostnames: ReadonlyMap<string, string>
  /** Names by schema, of dumps, which have none. */
  readonly names: ReadonlyMap<string, string>
  /** The tenants that feed a combined one, by its schema. */
  readonly combinedFrom: ReadonlyMap<string, readonly string[]>
}

export interface FoundTenant {
  readonly schema: string
  readonly row: SourceRow | undefined
  readonly domain: SourceRow | undefined
}

/** The rows of a schema's tenant and of its host name; dumps have neither. */
export function tenantOf(shared: SourceSchema, schema: string): FoundTenant {
  const row = shared.rowsOf('tenant').find(({ fields }) => fields.schema_name === schema)
  const domains = row ? shared.rowsOf('domain').filter(({ fields }) => fields.tenant === row.id) : []
  return { schema, row, domain: domains.find(({ fields }) => fields.is_primary === true) ?? domains[0] }
}

/** The name that the tenant has in keys for the Web API. */
export const nameOf = ({ schema, row }: FoundTenant, { names }: Pick<TenantOptions, 'names'>): string =>
  schema === 'public' ? 'all' : (names.get(schema) ?? (textOf(row?.fields.name) || schema.toUpperCase()))

/**
 * Makes the transaction that of the tenant with this schema, which is added if the console does not have it. It waits for
 * the tenant's other writes.
 */
export async function enterTenant(
  operator: Operator,
  db: Db,
  sourceTenant: FoundTenant,
  { hostnames, names, combinedFrom }: TenantOptions,
): Promise<{ readonly tenant: Tenant; readonly isNew: boolean }> {
  await enterLocally(spanningScope()).execute(db)
  const tenants = await findTenants(db)
  const existingTenant = tenants.find(({ schemaName }) => schemaName === sourceTenant.schema)
  const hostname = hostnames.get(sourceTenant.schema) ?? (textOf(sourceTenant.domain?.fields.domain) || undefined)
  const newTenant = {
    name: nameOf(sourceTenant, { names }),
    hostname,
    combinedFrom: combinedFrom.get(sourceTenant.schema) ?? [],
  }
  const tenant = existingTenant ?? (await insertTenant(operator, db, newTenant))
  await lockTenant(db, tenant)
  await operator.tenancy.enter(db, tenant)
  return { tenant, isNew: existingTenant === undefined }
}

/** The context of the import of a tenant; its rows of the activity log have the request id `import`. */
export const contextOf = (operator: Operator, tenant: Tenant, db: Db) => ({
  ...contextIn(operator, tenant, db),
  origin: { requestId: 'import', address: '' },
})
