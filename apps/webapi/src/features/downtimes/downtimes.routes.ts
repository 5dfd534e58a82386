import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { webApiDowntimes } from '@quatrain/contract/web-api/downtimes.ts'
import { dataEnvelope, messageEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { requestedDay } from '#kit/days.ts'
import { dataBody, messageBody } from '#kit/envelopes.ts'
import { readBody, storable } from '#kit/json-body.ts'
import type { Answer, Context, RequestInput } from '#kit/operation.ts'
import type { Serve } from '#kit/serve.ts'
import { addDowntimes, changeDowntimes, deleteDowntimes, findDowntimes, tagOfDay } from './downtimes.service.ts'
import { downtimesBody } from './downtimes-body.ts'

const bodyLimit = 4 * megabyte

/** The downtimes of a tenant: one list for a day, valid on that day only. */
export function serveDowntimes(serve: Serve) {
  serve('/downtimes', {
    GET: {
      right: 'read',
      answer: dataEnvelope(webApiDowntimes),
      async handle(ctx, { query }) {
        const date = requestedDay(query.date, ctx.now)
        const { severity = '', classification = '' } = query
        const filter = { severity: storable(severity), classification: storable(classification) }
        const found = await findDowntimes(ctx, date, filter)
        return {
          body: dataBody(`{"date":"${date}","endpoints":[${found?.downtimes ?? ''}]}`),
          ...(found && { etag: tagOfDay(ctx, date, found.changes) }),
        }
      },
    },
    POST: {
      right: 'write',
      bodyLimit,
      answer: messageEnvelope,
      status: 201,
      async handle(ctx, asked) {
        const write = writeOf(ctx, asked)
        return answered(
          ctx,
          write,
          'created',
          '201',
          await addDowntimes(ctx, write, readBody(asked.body, downtimesBody)),
        )
      },
    },
    PUT: {
      right: 'write',
      bodyLimit,
      answer: messageEnvelope,
      async handle(ctx, asked) {
        const write = writeOf(ctx, asked)
        return answered(
          ctx,
          write,
          'updated',
          '200',
          await changeDowntimes(ctx, write, readBody(asked.body, downtimesBody)),
        )
      },
    },
    DELETE: {
      right: 'write',
      answer: messageEnvelope,
      async handle(ctx, asked) {
        const write = writeOf(ctx, asked)
        const { body } = answered(ctx, write, 'deleted', '200', await deleteDowntimes(ctx, write))
        return { body }
      },
    },
  })
}

const writeOf = ({ now }: Context, { query, ifMatch }: RequestInput) => ({
  day: requestedDay(query.date, now),
  ifMatch,
})

const answered = (
  ctx: Context,
  { day }: { readonly day: string },
  what: string,
  code: '200' | '201',
  changes: number,
): Answer => ({
  body: messageBody(`Downtimes set ${what} for date: ${day}`, code),
  etag: tagOfDay(ctx, day, changes),
})
