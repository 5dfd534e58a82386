import type { WebApi } from '#request/web-api.ts'
import { type DemoTenant, statesOf } from './data.ts'

/** Where the demonstration data is loaded to; `clock` is the Web API's: what is written there has the date it had. */
interface Loading {
  readonly webApi: WebApi
  readonly clock: { at: Date }
}

/** The ids that the Web API has given, by name. */
type Ids = ReadonlyMap<string, string>

/**
 * Writes the aggregation profiles, version by version, and then the reports, to the Web API alone. Both refer to what
 * has to be there already, the metric profiles, by their ids here.
 */
export async function loadReporting(loading: Loading, tenant: DemoTenant): Promise<void> {
  const metricProfiles = idsOf(await loading.webApi.metricProfiles.list())
  const aggregationProfiles = await loadAggregationProfiles(loading, tenant, metricProfiles)
  await loadReports(loading, tenant, { metric: metricProfiles, aggregation: aggregationProfiles })
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

/** Of a report the data has its newest state, and when it was made. */
async function loadReports(
  { webApi, clock }: Loading,
  { reports }: DemoTenant,
  ids: Readonly<Partial<Record<string, Ids>>>,
): Promise<void> {
  for (const { info, profiles, ...report } of reports) {
    const { name, description, created, updated } = info
    // Profiles of other types are not in the Web API yet: they keep the ids they have in the data.
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
