import type { WebApi } from '#request/web-api.ts'
import { type DemoTenant, statesOf } from './data.ts'

/**
 * The services that the demonstration data is loaded into; `clock` is the Web API's: it is set to the date of each
 * write.
 */
interface Loading {
  readonly webApi: WebApi
  readonly clock: { at: Date }
}

/** The ids that the Web API has assigned, by name. */
type Ids = ReadonlyMap<string, string>

/**
 * Writes the aggregation profiles version by version, the operations profiles, and then the reports to the Web API. They
 * refer by id to metric profiles, which have to exist.
 */
export async function loadReporting(loading: Loading, tenant: DemoTenant): Promise<void> {
  const metricProfiles = idsOf(await loading.webApi.metricProfiles.list())
  const aggregationProfiles = await loadAggregationProfiles(loading, tenant, metricProfiles)
  const operationsProfiles = await loadOperationsProfiles(loading, tenant)
  const ids = { metric: metricProfiles, aggregation: aggregationProfiles, operations: operationsProfiles }
  await loadReports(loading, tenant, ids)
}

async function loadAggregationProfiles(
  { webApi, clock }: Loading,
  { aggregation_profiles }: DemoTenant,
  metricProfiles: Ids,
): Promise<Ids> {
  const ids = new Map<string, string>()
  const versions = aggregation_profiles
    .flatMap((profile) => statesOf(profile).map((state) => ({ ...state, namespace: profile.namespace })))
    .sort((a, b) => a.date_created.getTime() - b.date_created.getTime())
  for (const { user: _, date_created, metric_profile, ...version } of versions) {
    clock.at = date_created
    const { name } = metric_profile
    const profile = { ...version, metric_profile: { name, id: idIn(metricProfiles, name) } }
    const known = ids.get(profile.name)
    if (known) await webApi.aggregationProfiles.change(known, profile, undefined)
    else ids.set(profile.name, await webApi.aggregationProfiles.add(profile))
  }
  return ids
}

/** The data has no time for them: they are as old as the oldest report. */
async function loadOperationsProfiles(
  { webApi, clock }: Loading,
  { operations_profiles, reports }: DemoTenant,
): Promise<Ids> {
  clock.at = new Date(Math.min(...reports.map(({ info }) => info.created.getTime())))
  const ids = new Map<string, string>()
  for (const profile of operations_profiles) ids.set(profile.name, await webApi.operationsProfiles.add(profile))
  return ids
}

/** The data has only the newest state of a report, and the time it was added. */
async function loadReports(
  { webApi, clock }: Loading,
  { reports }: DemoTenant,
  ids: Readonly<Partial<Record<string, Ids>>>,
): Promise<void> {
  for (const { info, profiles, ...report } of reports) {
    const { name, description, created, updated } = info
    // The Web API does not have profiles of other types yet: they keep the ids of the data.
    const here = profiles.map(({ id, name, type }) => ({ id: ids[type] ? idIn(ids[type], name) : id, name, type }))
    const content = { ...report, info: { name, description }, profiles: here }
    clock.at = created
    const id = await webApi.reports.add(content)
    clock.at = updated
    if (updated > created) await webApi.reports.change(id, content, undefined)
  }
}

const idsOf = (things: readonly { readonly id: string; readonly name: string }[]): Ids =>
  new Map(things.map(({ id, name }) => [name, id]))

function idIn(ids: Ids, name: string): string {
  const id = ids.get(name)
  if (!id) throw new Error(`The Web API has no ${name}.`)
  return id
}
