import type { WebApi } from '#request/web-api.ts'
import type { DemoTenant } from './data.ts'

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

/** Writes the operations profiles and the reports to the Web API. Reports refer by id to profiles, which have to exist. */
export async function loadReporting(loading: Loading, tenant: DemoTenant): Promise<void> {
  const { webApi, clock } = loading
  // All profiles exist now.
  clock.at = new Date()
  await loadReports(loading, tenant, {
    metric: idsOf(await webApi.metricProfiles.list()),
    aggregation: idsOf(await webApi.aggregationProfiles.list()),
    thresholds: idsOf(await webApi.thresholdsProfiles.list()),
    operations: await loadOperationsProfiles(loading, tenant),
  })
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
    const here = profiles.map(({ name, type }) => ({ id: idIn(ids[type], name), name, type }))
    const content = { ...report, info: { name, description }, profiles: here }
    clock.at = created
    const id = await webApi.reports.add(content)
    clock.at = updated
    if (updated > created) await webApi.reports.change(id, content, undefined)
  }
}

const idsOf = (things: readonly { readonly id: string; readonly name: string }[]): Ids =>
  new Map(things.map(({ id, name }) => [name, id]))

function idIn(ids: Ids | undefined, name: string): string {
  const id = ids?.get(name)
  if (!id) throw new Error(`The Web API has no ${name}.`)
  return id
}
