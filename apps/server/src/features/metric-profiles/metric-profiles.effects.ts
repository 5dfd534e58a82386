// What other features may cause metric profiles to become. The caller records the changes with its own, and has the
// Web API told what it has not been told yet.
import {
  byServiceAndMetric,
  type MetricInstance,
  metricProfiles,
  pairKey,
} from '@quatrain/contract/resources/metric-profile.ts'
import type { RawBuilder } from 'kysely'
import type { Delivery } from '#kit/deliveries.ts'
import { describeChange } from '#kit/describe-change.ts'
import type { Change } from '#kit/recorder.ts'
import type { Context } from '#request/context.ts'
import { documentOf, metricInstanceWords } from './metric-profile-document.ts'
import { findNaming, type ProfileAnywhere, type Replacement, replace } from './metrics-in-profiles.repository.ts'

/**
 * Gives metrics in the profiles of all tenants another name, or takes them out. `wanted` is a query of `tenant_id`,
 * `metric` and `by`, the new name or null. At most two statements, whatever their number; to be called in a transaction
 * for every tenant, or for one whose turn has been taken. The Web API has the old profiles until what is to be delivered has been.
 */
export async function replaceMetricsInProfiles(
  ctx: Context,
  wanted: RawBuilder<unknown>,
): Promise<{ readonly changes: Change[]; readonly deliveries: Delivery[] }> {
  const profiles = await findNaming(ctx.db, wanted)
  if (profiles.length === 0) return { changes: [], deliveries: [] }
  await replace(ctx.db, profiles)
  return {
    changes: profiles.map(changeOf),
    deliveries: profiles.map(({ tenantId, tenant, name }) => {
      return { tenant: { id: tenantId, name: tenant }, kind: metricProfiles.kind, key: name }
    }),
  }
}

function changeOf(profile: ProfileAnywhere): Change {
  const { tenantId, tenant, id, name, rowVersion, services, replacements } = profile
  const before = documentOf({ ...profile, services: services.toSorted(byServiceAndMetric) })
  const after = documentOf({ ...profile, services: replaced(services, replacements) })
  const comment = describeChange(before, after, { metricinstances: metricInstanceWords })
  return {
    tenant: { id: tenantId, name: tenant },
    kind: metricProfiles.kind,
    id,
    name,
    rowVersion,
    before,
    after,
    comment,
  }
}

/** No pair twice, also where the new name was there already. */
function replaced(services: readonly MetricInstance[], replacements: readonly Replacement[]): MetricInstance[] {
  const byMetric = new Map(replacements.map(({ metric, by }) => [metric, by]))
  const pairs = services.flatMap(({ service, metric }) => {
    const name = byMetric.has(metric) ? byMetric.get(metric) : metric
    return name == null ? [] : [{ service, metric: name }]
  })
  return [...new Map(pairs.map((pair) => [pairKey(pair), pair])).values()].toSorted(byServiceAndMetric)
}
