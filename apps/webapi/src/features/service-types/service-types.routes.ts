import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { topologyWritten, webApiServiceType } from '@quatrain/contract/web-api/service-types.ts'
import { requestedDay } from '#kit/days.ts'
import { dataBody } from '#kit/envelopes.ts'
import { readBody } from '#kit/json-body.ts'
import type { Answer, Context, RequestInput } from '#kit/operation.ts'
import type { Serve } from '#kit/serve.ts'
import { serviceTypesBody } from './service-type-body.ts'
import type { ServiceTypeList } from './service-types.repository.ts'
import {
  addServiceTypes,
  changeServiceTypes,
  deleteServiceTypes,
  findCombinedTypes,
  findServiceTypes,
  tagOfList,
  type Write,
} from './service-types.service.ts'

const bodyLimit = 4 * megabyte

/** The service types of a tenant: one list for a day, in force until the day of the next list. */
export function serveServiceTypes(serve: Serve) {
  serve('/topology/service-types', {
    GET: {
      right: 'read',
      answer: dataEnvelope(webApiServiceType),
      async handle(ctx, { query }) {
        const day = requestedDay(query.date, ctx.now)
        // No entity tag covers the lists of several tenants.
        if (query.mode === 'combined') return { body: dataBody(await findCombinedTypes(ctx, day)) }
        const found = await findServiceTypes(ctx, day)
        return { body: dataBody(found.types), etag: tagOfList(ctx, found) }
      },
    },
    POST: {
      right: 'write',
      bodyLimit,
      answer: topologyWritten,
      status: 201,
      async handle(ctx, asked) {
        const write = writeOf(ctx, asked)
        return flatAnswer(
          ctx,
          'created',
          '201',
          await addServiceTypes(ctx, write, readBody(asked.body, serviceTypesBody)),
        )
      },
    },
    PUT: {
      right: 'write',
      bodyLimit,
      answer: topologyWritten,
      async handle(ctx, asked) {
        const write = writeOf(ctx, asked)
        return flatAnswer(
          ctx,
          'updated',
          '200',
          await changeServiceTypes(ctx, write, readBody(asked.body, serviceTypesBody)),
        )
      },
    },
    DELETE: {
      right: 'write',
      answer: topologyWritten,
      async handle(ctx, asked) {
        const { body } = flatAnswer(ctx, 'deleted', '200', await deleteServiceTypes(ctx, writeOf(ctx, asked)))
        return { body }
      },
    },
  })
}

const writeOf = ({ now }: Context, { query, ifMatch }: RequestInput): Write => ({
  day: requestedDay(query.date, now),
  ifMatch,
})

const flatAnswer = (ctx: Context, what: string, code: string, list: ServiceTypeList): Answer => ({
  body: { message: `Topology of ${list.size} service types ${what} for date: ${list.day}`, code },
  etag: tagOfList(ctx, list),
})
