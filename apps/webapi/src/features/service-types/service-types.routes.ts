import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import {
  topologyWritten,
  type WebApiServiceTypeInput,
  webApiServiceType,
} from '@quatrain/contract/web-api/service-types.ts'
import type { z } from 'zod'
import { dayAsked } from '#kit/days.ts'
import { dataBody } from '#kit/envelopes.ts'
import { list, members, readBody, text } from '#kit/json-body.ts'
import type { Answer, Asked, Context } from '#kit/operation.ts'
import type { Serve } from '#kit/serve.ts'
import type { FedList, ServiceTypeList } from './service-types.repository.ts'
import {
  addServiceTypes,
  changeServiceTypes,
  deleteServiceTypes,
  findFedTypes,
  findServiceTypes,
  tagOfList,
  type Write,
} from './service-types.service.ts'

const body: z.ZodType<WebApiServiceTypeInput[]> = list(
  members({ name: text(), title: text(), description: text(), tags: list(text()), tenant: text() }),
)

/** The service types of a tenant: one list for a day, in force until the day of the next one. */
export function serveServiceTypes(serve: Serve) {
  serve('/topology/service-types', {
    GET: {
      right: 'read',
      answer: dataEnvelope(webApiServiceType),
      async handle(ctx, { query }) {
        const day = dayAsked(query.date, ctx.now)
        const found = await findServiceTypes(ctx, day)
        if (query.mode !== 'combined') return { body: dataBody(shown(found)), etag: tagOfList(found) }
        // Of lists of several tenants no tag says whether they are still the same.
        return { body: dataBody([...shown(found), ...(await findFedTypes(ctx, day)).flatMap(shownOf)]) }
      },
    },
    POST: {
      right: 'write',
      bodyLimit: 4 * megabyte,
      answer: topologyWritten,
      status: 201,
      handle: async (ctx, asked) =>
        told('created', '201', await addServiceTypes(ctx, writeOf(ctx, asked), () => readBody(asked.body, body))),
    },
    PUT: {
      right: 'write',
      bodyLimit: 4 * megabyte,
      answer: topologyWritten,
      handle: async (ctx, asked) =>
        told('updated', '200', await changeServiceTypes(ctx, writeOf(ctx, asked), readBody(asked.body, body))),
    },
    DELETE: {
      right: 'write',
      answer: topologyWritten,
      async handle(ctx, asked) {
        const { body } = told('deleted', '200', await deleteServiceTypes(ctx, writeOf(ctx, asked)))
        return { body }
      },
    },
  })
}

const writeOf = ({ now }: Context, { query, ifMatch }: Asked): Write => ({ day: dayAsked(query.date, now), ifMatch })

const told = (what: string, code: string, written: ServiceTypeList): Answer => ({
  body: { message: `Topology of ${written.types.length} service types ${what} for date: ${written.day}`, code },
  etag: tagOfList(written),
})

/** Each marked with the tenant it comes from. */
const shownOf = ({ tenant, ...list }: FedList) => shown(list).map((type) => ({ ...type, tenant }))

/** Neither tags nor a tenant are told where there are none. */
const shown = ({ day, types }: Pick<ServiceTypeList, 'day' | 'types'>) =>
  types.map(({ name, title, description, tags = [], tenant }) => ({
    date: day,
    name,
    title,
    description,
    ...(tags.length > 0 && { tags }),
    ...(tenant && { tenant }),
  }))
