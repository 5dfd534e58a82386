// Names of metrics that a roll-out would give twice in a tenant.
import { AppError } from '@quatrain/platform/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

/**
 * Is called after metrics were renamed in some tenants. Throws `already_exists` if one of these has another metric of the new name.
 * `versions` is a query of versions with their content before and now, `tenants` one of ids of tenants. One statement.
 */
export async function assertNamesFree(
  db: Db,
  versions: RawBuilder<unknown>,
  tenants: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct tenant.name
    from (${versions}) as version
    join metrics as metric on metric.template_version_id = version.id
    join tenants as tenant on tenant.id = metric.tenant_id
    where (version.was).name <> (version.now).name and metric.tenant_id in (${tenants}) and exists (
      select from metrics_with_content as other
      where other.tenant_id = metric.tenant_id and other.id <> metric.id and other.name = (version.now).name)
    order by tenant.name
  `.execute(db)
  if (rows.length > 0) throw nameTakenIn(rows.map(({ name }) => name))
}

/** The error if tenants have another metric of the new name of a template. */
export function nameTakenIn(tenants: readonly string[]): AppError {
  const detail = `A metric of this name, made from another metric template, is there already in: ${tenants.join(', ')}.`
  return new AppError('already_exists', detail, { fields: { name: 'Already exists in a tenant' } })
}
