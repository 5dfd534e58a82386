import {
  gatewayFeedingMetricProfiles,
  gatewayMetricProfile,
  gatewayMetricProfiles,
  gatewayOperationsProfile,
  gatewayOperationsProfiles,
  gatewayReports,
  gatewayServiceTypes,
  gatewayTopologyEndpoints,
  gatewayTopologyGroups,
  relayed,
  type StaleRead,
  webApiReportUser,
  webApiTopologyEndpoint,
} from '@quatrain/contract/console/gateway.ts'
import { webApiOperationsProfile } from '@quatrain/contract/web-api/operations-profiles.ts'
import { webApiReport } from '@quatrain/contract/web-api/reports.ts'
import { AppError, notFound } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { UpstreamError } from '#clients/web-api/upstream-error.ts'
import type { FeedingWebApi, ReadingWebApi } from '#clients/web-api/web-api-for.ts'
import { withoutGaps } from '#clients/web-api/without-gaps.ts'
import { serve } from '#kit/http/serve.ts'
import type { Context } from '#request/context/context.ts'
import { findLastSeen, storeLastSeen } from './last-seen.repository.ts'

const status = { message: 'Success', code: '200' }
/** Rows of the topology without the people who are notified: the gateway is open to the public. */
const withoutNotifications = <Row extends z.ZodObject>(row: Row) =>
  z.preprocess((value) => {
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).filter(([field]) => field !== 'notifications'))
  }, row)
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

const collection = 'operations_profiles'

/** The schema accepts null for a list: other services send it for one that was never set. */
const orEmpty = <List extends z.ZodType>(list: List) => z.preprocess((value) => value ?? [], list)

const { available_states, operations } = webApiOperationsProfile.shape
const operation = operations.element.extend({ truth_table: orEmpty(operations.element.shape.truth_table) })
const profile = webApiOperationsProfile.extend({
  available_states: orEmpty(available_states),
  operations: orEmpty(z.array(operation)),
})

/** Operations profiles, which only the Web API stores. Those of another day are not stored for later. */
function operationsProfilesRoutes(app: FastifyInstance, readingWebApi: ReadingWebApi) {
  serve(app, gatewayOperationsProfiles, async (ctx, { query }) => {
    const read = () => relay(ctx, readingWebApi, { address: [collection], query }, profile)
    if (query.date !== undefined) return { status, data: await read() }
    return { status, ...(await readOrLastSeen(ctx, collection, profile, read)) }
  })
  serve(app, gatewayOperationsProfile, async (ctx, { params: { id }, query }) => ({
    status,
    data: await relay(ctx, readingWebApi, { address: [collection], id, query }, profile),
  }))
}

const anyDocument = z.looseObject({})
const groupOfTopology = withoutNotifications(anyDocument)

const relayQuery = z.object({
  params: z.object({ id: z.string().optional() }).optional(),
  query: z.record(z.string(), z.string().optional()),
})

/**
 * Collections of the Web API that the console has no screens for, for clients that know their addresses from
 * `config_options`. Responses are passed on unchanged, except for private fields and lists that
 * are null.
 */
function relayRoutes(app: FastifyInstance, readingWebApi: ReadingWebApi) {
  for (const { address, endpoint, lists } of relayed) {
    const document = endpoint === gatewayTopologyGroups ? groupOfTopology : anyDocument
    const item = z.preprocess((value) => withoutGaps(lists, value), document)
    serve(app, endpoint, async (ctx, input) => {
      const { params, query } = relayQuery.parse(input)
      return { status, data: await relay(ctx, readingWebApi, { address, id: params?.id, query }, item) }
    })
  }
}

interface Relayed {
  /** Parts of the collection's address after `/api/v2/`. */
  readonly address: readonly string[]
  readonly id?: string | undefined
  readonly query: Readonly<Record<string, string | undefined>>
}

/**
 * The documents that the Web API has at this address, read with the tenant's read-only key; `item` is their schema. If
 * the Web API has no such address or document, the error names the Web API as the source.
 */
async function relay<Item>(
  { tenant }: Context,
  readingWebApi: ReadingWebApi,
  { address, id, query }: Relayed,
  item: z.ZodType<Item>,
): Promise<Item[]> {
  const idSegments = id === undefined ? [] : [id]
  const data = await readingWebApi(tenant).relay({ address: [...address, ...idSegments], query }, item)
  if (data) return data
  const where = `${id === undefined ? '' : 'by this id '}at ${address.join('/')}`
  throw new AppError('not_found', `The Web API has nothing ${where}.`, { source: 'web-api' })
}

interface Read<Item> {
  readonly data: Item[]
  /** Absent if the Web API has just answered. */
  readonly stale?: StaleRead
}

/**
 * Reads a collection of the Web API and stores the result. If the Web API fails, the result is the last stored one, with
 * its time and the reason; if there is none, the failure is thrown. `item` is the schema of a document.
 */
async function readOrLastSeen<Item>(
  { db, now }: Pick<Context, 'db' | 'now'>,
  collection: string,
  item: z.ZodType<Item>,
  read: () => Promise<Item[]>,
): Promise<Read<Item>> {
  try {
    const data = await read()
    await storeLastSeen(db, collection, { data, seenAt: now() })
    return { data }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    const lastSeen = await findLastSeen(db, collection)
    if (!lastSeen) throw error
    return {
      data: z.array(item).parse(lastSeen.data),
      stale: { seenAt: lastSeen.seenAt.toISOString(), reason: error.message },
    }
  }
}
