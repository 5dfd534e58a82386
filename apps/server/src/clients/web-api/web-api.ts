import { webApiAggregationProfile } from '@quatrain/contract/web-api/aggregation-profiles.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { webApiMetricProfile } from '@quatrain/contract/web-api/metric-profiles.ts'
import { webApiOperationsProfile } from '@quatrain/contract/web-api/operations-profiles.ts'
import { webApiReport } from '@quatrain/contract/web-api/reports.ts'
import { webApiThresholdsProfile } from '@quatrain/contract/web-api/thresholds-profiles.ts'
import { webApiScope } from '@quatrain/contract/web-api/topology.ts'
import { z } from 'zod'
import type { RelayedRead, WebApi } from '#request/context/web-api.ts'
import { type Ask, type Connection, call } from './call.ts'
import { orUndefined, remoteCollection } from './remote-collection.ts'
import { serviceTypeList } from './service-type-list.ts'
import { isNotModified } from './upstream-error.ts'

const paths = {
  metricProfiles: '/api/v2/metric_profiles',
  aggregationProfiles: '/api/v2/aggregation_profiles',
  reports: '/api/v2/reports',
}
const aggregationUsers = dataEnvelope(webApiAggregationProfile.pick({ name: true, metric_profile: true }))
const { info, profiles } = webApiReport.shape
/** The schema accepts null for a list: other implementations send it for one that was never set. */
const scopes = dataEnvelope(webApiScope).extend({ data: z.tuple([webApiScope]) })
const reportUsers = dataEnvelope(z.object({ info: info.pick({ name: true }), profiles: profiles.nullable() }))

const nameOf = ({ name }: { readonly name: string }) => name
const metricProfiles = remoteCollection({ path: paths.metricProfiles, item: webApiMetricProfile, nameOf })
const aggregationProfiles = remoteCollection({
  path: paths.aggregationProfiles,
  item: webApiAggregationProfile,
  nameOf,
})
const operationsProfiles = remoteCollection({
  path: '/api/v2/operations_profiles',
  item: webApiOperationsProfile,
  nameOf,
})
const thresholdsProfiles = remoteCollection({
  path: '/api/v2/thresholds_profiles',
  item: webApiThresholdsProfile,
  nameOf,
})
const reports = remoteCollection({ path: paths.reports, item: webApiReport, nameOf: ({ info }) => info.name })

function requestOf({ address, query, maxBytes }: RelayedRead) {
  const parameters = Object.entries(query).flatMap(([name, values = []]) =>
    [values].flat().map((value) => [name, value]),
  )
  const search = parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''
  const path = ['/api/v2', ...address.map(encodeURIComponent)].join('/')
  return { method: 'GET', path: `${path}${search}`, maxBytes } as const
}

/** `findConnection` returns address and key; it is called once, with the first call. */
export function webApiOf(findConnection: () => Promise<Connection>): WebApi {
  let connection: Promise<Connection> | undefined
  const ask: Ask = async (request, answer) => {
    connection ??= findConnection()
    return call(await connection, request, answer)
  }
  return {
    metricProfiles: metricProfiles(ask),
    aggregationProfiles: aggregationProfiles(ask),
    operationsProfiles: operationsProfiles(ask),
    thresholdsProfiles: thresholdsProfiles(ask),
    reports: reports(ask),
    profileUsers: {
      async aggregationProfiles() {
        const { body } = await ask({ method: 'GET', path: paths.aggregationProfiles }, aggregationUsers)
        return body.data.map(({ name, metric_profile: { id } }) => ({ name, profiles: [{ type: 'metric', id }] }))
      },
      async reports() {
        const { body } = await ask({ method: 'GET', path: paths.reports }, reportUsers)
        return body.data.map(({ info, profiles }) => ({ name: info.name, profiles: profiles ?? [] }))
      },
    },
    relay: async (read, item) => (await orUndefined(() => ask(requestOf(read), dataEnvelope(item))))?.body.data,
    async relayUnlessKnown(read, item, etag) {
      try {
        const request = { ...requestOf(read), ifNoneMatch: etag }
        const response = await orUndefined(() => ask(request, dataEnvelope(item)))
        return response && { items: response.body.data, etag: response.etag, length: response.length }
      } catch (error) {
        if (etag !== undefined && isNotModified(error)) return 'known'
        throw error
      }
    },
    async previewScope(request) {
      const { body } = await ask({ method: 'POST', path: '/api/v2/topology/scope', body: request }, scopes)
      return body.data[0]
    },
    serviceTypes: serviceTypeList(ask),
  }
}
