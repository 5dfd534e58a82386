import { type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { z } from 'zod'
import { webApiKeyOf } from '../data/keys.ts'
import { askSuccessfully, type Target } from '../http/ask.ts'
import { tenant } from './places.ts'

/** A profile of any kind as it was last saved; saving it again needs its version. */
export interface SavedProfile {
  readonly resource: Resource
  readonly name: string
  readonly apiid: string
  etag: string
  saves: number
}

const added = z.object({ apiid: z.string() })

/** Adds a profile with this content through the console, so that the Web API stores it too. */
export async function addProfile(
  target: Target,
  resource: Resource,
  name: string,
  content: object,
  groupname = tenant,
): Promise<SavedProfile> {
  const { method, path } = resourceEndpoints(resource).add
  const body = { name, groupname, description: 'To be saved.', ...content }
  const { headers, body: answer } = await askSuccessfully(target, method, path, { body })
  const { apiid } = added.parse(JSON.parse(answer.toString()))
  return { resource, name, apiid, etag: String(headers.etag), saves: 0 }
}

/** Saves a profile with this content and another description. Returns the duration in milliseconds. */
export async function saveProfile(target: Target, profile: SavedProfile, content: object): Promise<number> {
  const { resource, name, apiid, etag } = profile
  const { method, path } = resourceEndpoints(resource).change
  profile.saves += 1
  const { headers, took } = await askSuccessfully(target, method, path, {
    body: { name, apiid, groupname: tenant, description: `Saved ${profile.saves} times.`, ...content },
    headers: { 'if-match': etag },
  })
  profile.etag = String(headers.etag)
  return took
}

/** The content of an aggregation profile of this size, every service another one. */
export const groupsOfServices = (metricProfile: string, groups: number, services: number) => ({
  ...{ endpoint_group: 'sites', metric_operation: 'AND', profile_operation: 'AND', metric_profile: metricProfile },
  groups: Array.from({ length: groups }, (_, group) => ({
    name: `group ${group}`,
    operation: 'OR',
    services: Array.from({ length: services }, (_, index) => ({
      name: `org.service.type-${String(group * services + index).padStart(5, '0')}`,
      operation: 'OR',
    })),
  })),
})

/** The console does not write operations profiles: other programs do. */
export const addOperationsProfile = (url: string, tenant: string, name: string) =>
  askSuccessfully({ url, headers: { [apiKeyHeader]: webApiKeyOf(tenant) } }, 'POST', '/api/v2/operations_profiles', {
    body: {
      name,
      available_states: ['OK', 'CRITICAL'],
      defaults: { down: 'CRITICAL', missing: 'CRITICAL', unknown: 'CRITICAL' },
      operations: [{ name: 'AND', truth_table: [{ a: 'OK', b: 'CRITICAL', x: 'CRITICAL' }] }],
    },
  })
