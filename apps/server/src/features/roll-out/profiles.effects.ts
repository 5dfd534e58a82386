// Changes of what refers to metrics that other features cause. The recorder stores them; the caller delivers them to the Web API.
import type { RawBuilder } from 'kysely'
import type { Delivery } from '#kit/intents/deliveries.ts'
import type { Context } from '#request/context/context.ts'
import { ownTenant } from './ids.repository.ts'
import { assertNamesFree } from './roll-out.reads.ts'
import type { Step } from './roll-out.ts'
import { followNames } from './steps/7-own-names.repository.ts'
import { type Replacement, renamedMetrics, replace, tenantMetrics } from './steps/7-references.repository.ts'

/**
 * Renames metrics in everything that refers to them in all tenants, and removes them from metric profiles. `replacements` is a
 * query of `tenant_id`, `metric` and `by`, the new name or null. One statement for any number; to be called in a transaction that
 * collects changes, for every tenant or for one whose write lock is held. The Web API has the old profiles until they are delivered.
 */
export async function replaceMetrics(ctx: Context, replacements: RawBuilder<unknown>): Promise<Delivery[]> {
  const profiles = await replace(ctx.db, replacements)
  return profiles.map(({ kind, tenantId, tenant, name }) => ({
    tenant: { id: tenantId, name: tenant },
    kind,
    key: name,
  }))
}

/**
 * After the metrics of a step were updated: replaces their former names in what refers to them, in its tenants, also as parents and
 * dependencies of other metrics. Throws `already_exists` if a tenant has another metric of the new name. Three statements for any number.
 */
export async function renameMetrics(ctx: Context, { versions, tenants }: Step): Promise<Delivery[]> {
  await assertNamesFree(ctx.db, versions, tenants)
  const deliveries = await replaceMetrics(ctx, renamedMetrics(versions, tenants))
  await followNames(ctx.db, tenants, [])
  return deliveries
}

/** Replaces metrics of this tenant, or removes them. As `replaceMetrics`. */
export const replaceTenantMetrics = (ctx: Context, replacements: readonly Replacement[]): Promise<Delivery[]> =>
  replaceMetrics(ctx, tenantMetrics(replacements))

/**
 * After metrics of this tenant got other names or versions: their parents and dependencies follow. Returns the documents of those
 * that the caller records; without one, what the caller knows is right. One statement.
 */
export const followMetricNames = ({ db }: Context, recorded: readonly number[]) => followNames(db, ownTenant, recorded)
