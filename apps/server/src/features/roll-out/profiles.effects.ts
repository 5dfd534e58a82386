// Changes of metric profiles that other features cause. The recorder stores them; the caller delivers them to the Web API.
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import type { RawBuilder } from 'kysely'
import type { Delivery } from '#kit/intents/deliveries.ts'
import type { Context } from '#request/context.ts'
import { type Replacement, replace, tenantMetrics } from './profiles.repository.ts'

/**
 * Renames or removes metrics in the profiles of all tenants. `replacements` is a query of `tenant_id`, `metric` and `by`, the
 * new name or null. One statement for any number; to be called in a transaction that collects changes, for every tenant
 * or for one whose write lock is held. The Web API has the old profiles until they are delivered.
 */
export async function replaceMetricsInProfiles(ctx: Context, replacements: RawBuilder<unknown>): Promise<Delivery[]> {
  const profiles = await replace(ctx.db, replacements)
  return profiles.map(({ tenantId, tenant, name }) => {
    return { tenant: { id: tenantId, name: tenant }, kind: metricProfiles.kind, key: name }
  })
}

/** Replaces metrics of this tenant in its profiles, or removes them. As above. */
export const replaceTenantMetricsInProfiles = (
  ctx: Context,
  replacements: readonly Replacement[],
): Promise<Delivery[]> => replaceMetricsInProfiles(ctx, tenantMetrics(replacements))
