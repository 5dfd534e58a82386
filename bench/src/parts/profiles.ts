import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type MetricInstance, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { askSuccessfully, type Target } from '../http/ask.ts'
import { tenant } from './places.ts'

const api = resourceEndpoints(metricProfiles)

/** A profile as it was last saved; saving it again needs its version. */
export interface SavedProfile {
  readonly name: string
  readonly apiid: string
  etag: string
  saves: number
}

/** Adds a metric profile through the console, so that the Web API stores it too. */
export async function addProfile(
  target: Target,
  name: string,
  services: readonly MetricInstance[],
): Promise<SavedProfile> {
  const body = { name, groupname: tenant, description: 'To be saved.', services }
  const { headers, body: answer } = await askSuccessfully(target, api.add.method, api.add.path, { body })
  const { apiid } = metricProfiles.record.parse(JSON.parse(answer.toString()))
  return { name, apiid, etag: String(headers.etag), saves: 0 }
}

/** Saves a profile with these pairs and another description. Returns the duration in milliseconds. */
export async function saveProfile(
  target: Target,
  profile: SavedProfile,
  services: readonly MetricInstance[],
): Promise<number> {
  const { name, apiid, etag } = profile
  profile.saves += 1
  const { headers, took } = await askSuccessfully(target, api.change.method, api.change.path, {
    body: { name, apiid, groupname: tenant, description: `Saved ${profile.saves} times.`, services },
    headers: { 'if-match': etag },
  })
  profile.etag = String(headers.etag)
  return took
}
