import { webApiAggregationProfile } from '@quatrain/contract/web-api/aggregation-profiles.ts'
import { createdEnvelope, dataEnvelope, messageEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { webApiMetricProfile } from '@quatrain/contract/web-api/metric-profiles.ts'
import { webApiReport } from '@quatrain/contract/web-api/reports.ts'
import { topologyWritten, webApiServiceType } from '@quatrain/contract/web-api/service-types.ts'
import { z } from 'zod'
import type { WebApi } from '#request/web-api.ts'
import { type Connection, call, type Request } from './call.ts'
import { isMissing } from './upstream-error.ts'

const profiles = '/api/v2/metric_profiles'
const one = (id: string) => `${profiles}/${encodeURIComponent(id)}`
const profilesAnswer = dataEnvelope(webApiMetricProfile)
const aggregationProfiles = '/api/v2/aggregation_profiles'
const aggregationProfilesAnswer = dataEnvelope(webApiAggregationProfile.pick({ name: true, metric_profile: true }))
const reports = '/api/v2/reports'
const { info, profiles: profilesOfReport } = webApiReport.shape
/** Other services than our own say null for a list that was never given. */
const reportsAnswer = dataEnvelope(z.object({ info: info.pick({ name: true }), profiles: profilesOfReport.nullable() }))
const serviceTypes = '/api/v2/topology/service-types'
const relayedAnswer = dataEnvelope(z.looseObject({}))
const serviceTypesAnswer = dataEnvelope(webApiServiceType)

/** `findConnection` gives address and key; it is asked once, with the first call. */
export function webApiOf(findConnection: () => Promise<Connection>): WebApi {
  let found: Promise<Connection> | undefined
  const ask = async <Body>(request: Request, answer: z.ZodType<Body>) => {
    found ??= findConnection()
    return call(await found, request, answer)
  }
  const list = async (query = '') =>
    (await ask({ method: 'GET', path: `${profiles}${query}` }, profilesAnswer)).body.data
  return {
    metricProfiles: {
      list: () => list(),
      async named(name) {
        const found = await list(`?name=${encodeURIComponent(name)}`)
        return found.filter((profile) => profile.name === name)
      },
      find: (id) =>
        orUndefined(async () => {
          const { body, etag } = await ask({ method: 'GET', path: one(id) }, profilesAnswer)
          const [profile] = body.data
          return profile && { ...profile, etag }
        }),
      add: async (profile) =>
        (await ask({ method: 'POST', path: profiles, body: profile }, createdEnvelope)).body.data.id,
      async change(id, profile, etag) {
        await ask({ method: 'PUT', path: one(id), body: { id, ...profile }, ifMatch: etag }, messageEnvelope)
      },
      async remove(id, etag) {
        await orUndefined(() => ask({ method: 'DELETE', path: one(id), ifMatch: etag }, messageEnvelope))
      },
    },
    aggregationProfiles: {
      list: async () => (await ask({ method: 'GET', path: aggregationProfiles }, aggregationProfilesAnswer)).body.data,
      add: async (body) =>
        (await ask({ method: 'POST', path: aggregationProfiles, body }, createdEnvelope)).body.data.id,
      async change(id, body) {
        await ask({ method: 'PUT', path: `${aggregationProfiles}/${encodeURIComponent(id)}`, body }, messageEnvelope)
      },
    },
    reports: {
      async list() {
        const { body } = await ask({ method: 'GET', path: reports }, reportsAnswer)
        return body.data.map(({ info, profiles }) => ({ name: info.name, profiles: profiles ?? [] }))
      },
      add: async (body) => (await ask({ method: 'POST', path: reports, body }, createdEnvelope)).body.data.id,
      async change(id, body) {
        await ask({ method: 'PUT', path: `${reports}/${encodeURIComponent(id)}`, body }, messageEnvelope)
      },
    },
    async relay({ address, query }) {
      const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
      const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
      const path = ['/api/v2', ...address.map(encodeURIComponent)].join('/')
      const found = await orUndefined(() => ask({ method: 'GET', path: `${path}${search}` }, relayedAnswer))
      return found?.body.data
    },
    serviceTypes: {
      async list() {
        const found = await orUndefined(() => ask({ method: 'GET', path: serviceTypes }, serviceTypesAnswer))
        return found?.body.data ?? []
      },
      async add(types) {
        await ask({ method: 'POST', path: serviceTypes, body: types }, topologyWritten)
      },
    },
  }
}

async function orUndefined<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
