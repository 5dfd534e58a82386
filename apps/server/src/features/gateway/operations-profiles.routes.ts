import { gatewayOperationsProfile, gatewayOperationsProfiles } from '@quatrain/contract/console/gateway.ts'
import { webApiOperationsProfile } from '@quatrain/contract/web-api/operations-profiles.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ReadingWebApi } from '#clients/web-api/web-api-for.ts'
import { serve } from '#kit/http/serve.ts'
import { readOrLastSeen } from './last-seen.ts'
import { relay } from './relay.ts'

const status = { message: 'Success', code: '200' }
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
export function operationsProfilesRoutes(app: FastifyInstance, readingWebApi: ReadingWebApi) {
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
