import {
  gatewayFeedingMetricProfiles,
  gatewayMetricProfile,
  gatewayMetricProfiles,
  gatewayReports,
  gatewayServiceTypes,
  gatewayTopologyEndpoints,
  webApiReportUser,
  webApiTopologyEndpoint,
} from '@quatrain/contract/console/gateway.ts'
import { webApiReport } from '@quatrain/contract/web-api/reports.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { FeedingWebApi, ReadingWebApi } from '#clients/web-api/web-api-for.ts'
import { withoutGaps } from '#clients/web-api/without-gaps.ts'
import { serve } from '#kit/http/serve.ts'
import { operationsProfilesRoutes } from './operations-profiles.routes.ts'
import { relayRoutes } from './relay.routes.ts'
import { relay } from './relay.ts'
import { withoutNotifications } from './topology-rows.ts'

const status = { message: 'Success', code: '200' }
const endpointOfTopology = withoutNotifications(webApiTopologyEndpoint)

const reportUser = z.preprocess((value) => withoutGaps(webApiReport, value), webApiReportUser)

interface Dependencies {
  readonly feedingWebApi: FeedingWebApi
  readonly readingWebApi: ReadingWebApi
}

/** Reads of the Web API for browsers, which never get a key of it (decision D21). */
export async function gatewayRoutes(app: FastifyInstance, { feedingWebApi, readingWebApi }: Dependencies) {
  relayRoutes(app, readingWebApi)
  operationsProfilesRoutes(app, readingWebApi)
  serve(app, gatewayMetricProfiles, async ({ webApi }) => ({ status, data: await webApi.metricProfiles.list() }))
  serve(app, gatewayMetricProfile, async ({ webApi }, { params }) => {
    const profile = await webApi.metricProfiles.find(params.id)
    if (!profile) throw notFound('Metric profile')
    return { status, data: [profile] }
  })
  serve(app, gatewayServiceTypes, async ({ webApi }) => ({
    status,
    data: [...(await webApi.serviceTypes.read()).types],
  }))
  serve(app, gatewayTopologyEndpoints, async ({ tenant }, { query }) => {
    const address = ['topology', 'endpoints']
    return { status, data: (await readingWebApi(tenant).relay({ address, query }, endpointOfTopology)) ?? [] }
  })
  serve(app, gatewayReports, async (ctx, { query }) => ({
    status,
    data: await relay(ctx, readingWebApi, { address: ['reports'], query }, reportUser),
  }))
  serve(app, gatewayFeedingMetricProfiles, async ({ tenant }, { params }) => {
    const webApi = await feedingWebApi(tenant, params.tenant)
    if (!webApi) throw notFound('Tenant')
    return { status, data: await webApi.metricProfiles.list() }
  })
}
