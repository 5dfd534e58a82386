import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { topologyWritten, webApiServiceType } from '@quatrain/contract/web-api/service-types.ts'
import { serveWritesOfDay } from '#kit/day-list-writes.ts'
import { dataBody } from '#kit/envelopes.ts'
import { headersOf, queryOf } from '#kit/parameters.ts'
import type { Serve } from '#kit/serve.ts'
import { serviceTypesBody } from './service-type-body.ts'
import {
  addServiceTypes,
  changeServiceTypes,
  deleteServiceTypes,
  findCombinedTypes,
  findServiceTypes,
  tagOfServiceTypes,
} from './service-types.service.ts'

const path = '/topology/service-types'

/** The service types of a tenant: one list for a day, in force until the day of the next list. */
export function serveServiceTypes(serve: Serve) {
  serve(
    {
      method: 'GET',
      path,
      caller: 'reader',
      summary: 'List the service types that are in force on a day',
      query: queryOf('date', 'mode'),
      headers: headersOf('if-none-match'),
      answer: dataEnvelope(webApiServiceType),
    },
    async (ctx, { day, query }) => {
      // No entity tag covers the lists of several tenants.
      if (query.mode === 'combined') return { body: dataBody(await findCombinedTypes(ctx, day)) }
      const inForce = await findServiceTypes(ctx, day)
      return { body: dataBody(inForce.types), etag: tagOfServiceTypes(ctx, inForce) }
    },
  )
  serveWritesOfDay(serve, {
    path,
    label: 'service types',
    body: serviceTypesBody,
    bodyLimit: 4 * megabyte,
    answer: topologyWritten,
    read: ({ body }) => body,
    add: addServiceTypes,
    change: changeServiceTypes,
    remove: deleteServiceTypes,
    answerOf: (ctx, _, { participle, code }, list) => ({
      body: { message: `Topology of ${list.size} service types ${participle} for date: ${list.day}`, code },
      etag: tagOfServiceTypes(ctx, list),
    }),
  })
}
