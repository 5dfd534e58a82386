import { createdEnvelope, dataEnvelope, messageEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import {
  type WebApiMetricProfile,
  type WebApiMetricProfileInput,
  webApiMetricProfile,
} from '@quatrain/contract/web-api/metric-profiles.ts'
import { type Connection, call } from './call.ts'
import { UpstreamError } from './upstream-error.ts'

/** What the console asks of the Web API, for one tenant. Every function throws `UpstreamError`. */
export interface WebApi {
  readonly metricProfiles: {
    list(): Promise<WebApiMetricProfile[]>
    /** Undefined when there is none with this id. */
    find(id: string): Promise<WebApiMetricProfile | undefined>
    /** Answers with the id that the Web API gave it. */
    add(profile: WebApiMetricProfileInput): Promise<string>
    change(id: string, profile: WebApiMetricProfileInput): Promise<void>
    /** Also succeeds when there is none any more. */
    remove(id: string): Promise<void>
  }
}

const base = '/api/v2'

/** `connect` gives address and key; it is asked once, with the first call. */
export function webApiOf(findConnection: () => Promise<Connection>): WebApi {
  let found: Promise<Connection> | undefined
  const connect = () => {
    found ??= findConnection()
    return found
  }
  const profiles = `${base}/metric_profiles`
  const one = (id: string) => `${profiles}/${encodeURIComponent(id)}`
  return {
    metricProfiles: {
      list: async () => (await call(await connect(), 'GET', profiles, dataEnvelope(webApiMetricProfile))).data,
      find: async (id) =>
        orUndefined(async () => (await call(await connect(), 'GET', one(id), dataEnvelope(webApiMetricProfile))).data[0]),
      add: async (profile) => (await call(await connect(), 'POST', profiles, createdEnvelope, profile)).data.id,
      change: async (id, profile) => {
        await call(await connect(), 'PUT', one(id), messageEnvelope, { id, ...profile })
      },
      remove: async (id) => {
        await orUndefined(async () => call(await connect(), 'DELETE', one(id), messageEnvelope))
      },
    },
  }
}

async function orUndefined<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 404) return undefined
    throw error
  }
}
