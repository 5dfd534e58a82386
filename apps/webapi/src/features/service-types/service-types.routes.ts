import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { topologyWritten, webApiServiceType } from '@quatrain/contract/web-api/service-types.ts'
import { writesOfDay } from '#kit/day-list-writes.ts'
import { requestedDay } from '#kit/days.ts'
import { dataBody } from '#kit/envelopes.ts'
import { readBody } from '#kit/json-body.ts'
import type { Serve } from '#kit/serve.ts'
import { serviceTypesBody } from './service-type-body.ts'
import {
  addServiceTypes,
  changeServiceTypes,
  deleteServiceTypes,
  findCombinedTypes,
  findServiceTypes,
  tagOfList,
} from './service-types.service.ts'

const bodyLimit = 4 * megabyte

/** The service types of a tenant: one list for a day, in force until the day of the next list. */
export function serveServiceTypes(serve: Serve) {
  serve('/topology/service-types', {
    GET: {
      summary: 'List the service types that are in force on a day',
      right: 'read',
      reads: { query: ['date', 'mode'], headers: ['if-none-match'] },
      answer: dataEnvelope(webApiServiceType),
      async handle(ctx, { query }) {
        const day = requestedDay(query.date, ctx.now)
        // No entity tag covers the lists of several tenants.
        if (query.mode === 'combined') return { body: dataBody(await findCombinedTypes(ctx, day)) }
        const found = await findServiceTypes(ctx, day)
        return { body: dataBody(found.types), etag: tagOfList(ctx, found) }
      },
    },
    ...writesOfDay({
      label: 'service types',
      body: serviceTypesBody,
      bodyLimit,
      answer: topologyWritten,
      read: ({ body }) => readBody(body, serviceTypesBody),
      add: addServiceTypes,
      change: changeServiceTypes,
      remove: deleteServiceTypes,
      answerOf: (ctx, _, { what, code }, list) => ({
        body: { message: `Topology of ${list.size} service types ${what} for date: ${list.day}`, code },
        etag: tagOfList(ctx, list),
      }),
    }),
  })
}
