import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { webApiDowntimes } from '@quatrain/contract/web-api/downtimes.ts'
import { dataEnvelope, messageEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { writesOfDay } from '#kit/day-list-writes.ts'
import { requestedDay } from '#kit/days.ts'
import { dataBody, messageBody } from '#kit/envelopes.ts'
import { readBody, storable } from '#kit/json-body.ts'
import type { Serve } from '#kit/serve.ts'
import { addDowntimes, changeDowntimes, deleteDowntimes, findDowntimes, tagOfDay } from './downtimes.service.ts'
import { downtimesBody } from './downtimes-body.ts'

const bodyLimit = 4 * megabyte

/** The downtimes of a tenant: one list for a day, valid on that day only. */
export function serveDowntimes(serve: Serve) {
  serve('/downtimes', {
    GET: {
      summary: 'List the downtimes of a day',
      right: 'read',
      reads: { query: ['date', 'severity', 'classification'], headers: ['if-none-match'] },
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
    ...writesOfDay({
      label: 'downtimes',
      body: downtimesBody,
      bodyLimit,
      answer: messageEnvelope,
      read: ({ body }) => readBody(body, downtimesBody),
      add: addDowntimes,
      change: changeDowntimes,
      remove: deleteDowntimes,
      answerOf: (ctx, { day }, { what, code }, changes) => ({
        body: messageBody(`Downtimes set ${what} for date: ${day}`, code),
        etag: tagOfDay(ctx, day, changes),
      }),
    }),
  })
}
