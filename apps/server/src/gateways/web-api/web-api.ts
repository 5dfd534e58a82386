import { createdEnvelope, dataEnvelope, messageEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { webApiMetricProfile } from '@quatrain/contract/web-api/metric-profiles.ts'
import type { WebApi } from '#request/web-api.ts'
import { type Connection, call } from './call.ts'
import { UpstreamError } from './upstream-error.ts'

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
        orUndefined(
          async () => (await call(await connect(), 'GET', one(id), dataEnvelope(webApiMetricProfile))).data[0],
        ),
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
