import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { sampleCall } from './sample-call.ts'
import type { Host } from './test-app.ts'

/** A valid body with all optional fields besides those of the sample. */
export function fullBodyOf(endpoint: Endpoint, sample: unknown): unknown {
  const whole = { ...Object(sampleCall(endpoint).body), ...Object(sample) }
  return endpoint.body?.safeParse(whole).success ? whole : sample
}

/** A body with a row in every possible list, valid or not. */
export const rowsOf = (endpoint: Endpoint, sample: unknown): unknown => withRows(sampleCall(endpoint).body, sample)

/** The sample, with the rows of `full` in its empty lists and with its other members. */
function withRows(full: unknown, sample: unknown): unknown {
  if (Array.isArray(sample)) return sample.length === 0 ? full : sample
  if (typeof sample !== 'object' || sample === null) return sample
  const members: Record<string, unknown> = { ...Object(full) }
  const given = Object.entries(sample).map(([name, value]) => [name, withRows(members[name], value)])
  return { ...members, ...Object.fromEntries(given) }
}

/** Where an endpoint can be called: the catalogue is changed at the super-tenant. */
export const hostOf = ({ method, deployments }: Endpoint): Host =>
  deployments.includes('tenant') && (method === 'GET' || !deployments.includes('super')) ? 'north.test' : 'super.test'
