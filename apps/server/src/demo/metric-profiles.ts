import { type GroupKind, groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { addMetricProfile, changeMetricProfile } from '#features/metric-profiles/metric-profiles.service.ts'
import type { Context } from '#request/context.ts'
import { type DemoProfileVersion, type DemoTenant, statesOf } from './data.ts'
import { requestId } from './history.ts'

/** The context of every write of the replay. `clock` is that of the Web API. */
export type Replay = Pick<Context, 'tenant' | 'db' | 'webApi'> & { readonly clock: { at: Date } }

/**
 * Repeats every write of every profile in chronological order, with its author and date, through the functions that the
 * screens use.
 */
export async function loadMetricProfiles(replay: Replay, { metric_profiles, groups }: DemoTenant): Promise<void> {
  const versions = metric_profiles
    .flatMap((profile) => statesOf(profile))
    .sort((a, b) => a.date_created.getTime() - b.date_created.getTime())
  const apiids = new Map<string, string>()
  for (const version of versions) {
    replay.clock.at = version.date_created
    const ctx = contextOf(replay, version, groups)
    const apiid = apiids.get(version.name)
    const input = inputOf(version)
    const saved = await (apiid ? changeMetricProfile(ctx, { ...input, apiid }) : addMetricProfile(ctx, input))
    if (saved.imported || saved.warning || saved.unavailable || saved.deleted) {
      throw new Error(`The profile ${version.name} of ${replay.tenant.name} moved metrics: ${JSON.stringify(saved)}`)
    }
    apiids.set(version.name, saved.apiid)
  }
}

const inputOf = ({ name, groupname, description, services }: DemoProfileVersion) => ({
  name,
  groupname,
  description,
  services: services.flatMap(({ service, metrics }) => metrics.map((metric) => ({ service, metric }))),
})

/** The author had the permission at that time. */
function contextOf({ tenant, db, webApi }: Replay, version: DemoProfileVersion, groups: DemoTenant['groups']): Context {
  const namesOf = (kind: GroupKind) => groups[kind].map(({ name }) => name)
  const [reports = [], metrics = [], aggregations = [], metricprofiles = [], thresholdsprofiles = []] =
    groupKinds.map(namesOf)
  return {
    tenant,
    db,
    webApi,
    now: () => version.date_created,
    visitor: {
      deployment: tenant.deployment,
      actor: {
        username: version.user,
        isSuperuser: true,
        groups: { reports, metrics, aggregations, metricprofiles, thresholdsprofiles },
      },
    },
    origin: { requestId, address: '' },
    write: { ifMatch: '*' },
    recording: { isDone: false },
  }
}
