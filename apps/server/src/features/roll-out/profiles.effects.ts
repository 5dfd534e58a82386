// Changes of what refers to metrics that other features cause. The recorder stores them; the caller delivers them to the Web API.
import type { RawBuilder } from 'kysely'
import type { Delivery } from '#kit/intents/deliveries.ts'
import type { Context } from '#request/context.ts'
import { followNames, type Replacement, replace, tenantMetrics } from './profiles.repository.ts'

/**
 * Renames metrics in everything that refers to them in all tenants, and removes them from metric profiles. `replacements` is a
 * query of `tenant_id`, `metric` and `by`, the new name or null. In the tenants that `followed` selects, metrics follow the names of
 * their parents and dependencies too. One statement for any number; to be called in a transaction that collects changes, for every
 * tenant or for one whose write lock is held. The Web API has the old profiles until they are delivered.
 */
export async function replaceMetrics(
  ctx: Context,
  replacements: RawBuilder<unknown>,
  followed?: RawBuilder<unknown>,
): Promise<Delivery[]> {
  const profiles = await replace(ctx.db, replacements, followed)
  return profiles.map(({ kind, tenantId, tenant, name }) => ({
    tenant: { id: tenantId, name: tenant },
    kind,
    key: name,
  }))
}

/** Replaces metrics of this tenant, or removes them. As above. */
export const replaceTenantMetrics = (ctx: Context, replacements: readonly Replacement[]): Promise<Delivery[]> =>
  replaceMetrics(ctx, tenantMetrics(replacements))

/**
 * After metrics of this tenant got other names or versions: their parents and dependencies follow. Returns the documents of those
 * that the caller records; without one, what the caller knows is right. One statement.
 */
export const followMetricNames = ({ db }: Context, recorded: readonly number[]) => followNames(db, recorded)
