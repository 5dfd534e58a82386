import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { sampleCall } from './sample-call.ts'
import type { Host } from './test-app.ts'

/** A valid body with all optional fields besides those of the sample. */
export function fullBodyOf(endpoint: Endpoint, sample: unknown): unknown {
  const whole = { ...Object(sampleCall(endpoint).body), ...Object(sample) }
  return endpoint.body?.safeParse(whole).success ? whole : sample
}

/** A body with a row in every possible list, valid or not. */
export function rowsOf(endpoint: Endpoint, sample: unknown): unknown {
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
  const given = Object.entries(Object(sample)).filter(([, value]) => !isEmpty(value))
  return { ...Object(sampleCall(endpoint).body), ...Object.fromEntries(given) }
}

/** Where an endpoint can be called: the catalogue is changed at the super-tenant. */
export const hostOf = ({ method, deployments }: Endpoint): Host =>
  deployments.includes('tenant') && (method === 'GET' || !deployments.includes('super')) ? 'north.test' : 'super.test'
