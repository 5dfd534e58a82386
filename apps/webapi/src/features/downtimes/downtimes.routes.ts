import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { type WebApiDowntimesInput, webApiDowntimes } from '@quatrain/contract/web-api/downtimes.ts'
import { dataEnvelope, messageEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import type { z } from 'zod'
import { serveWritesOfDay } from '#kit/day-list-writes.ts'
import { dataBody, messageBody } from '#kit/envelopes.ts'
import { list, members, nonEmpty, text } from '#kit/json-body.ts'
import { headersOf, queryOf } from '#kit/parameters.ts'
import type { Serve } from '#kit/serve.ts'
import { addDowntimes, changeDowntimes, deleteDowntimes, findDowntimes, tagOfDay } from './downtimes.service.ts'

export const downtimesBody: z.ZodType<WebApiDowntimesInput> = members({
  endpoints: list(
    members({
      hostname: text(),
      service: text(),
      start_time: text(),
      end_time: text(),
      description: nonEmpty(),
      classification: nonEmpty(),
      severity: nonEmpty(),
    }),
  ),
})

const path = '/downtimes'

/** The downtimes of a tenant: one list for a day, valid on that day only. */
export function serveDowntimes(serve: Serve) {
  serve(
    {
      method: 'GET',
      path,
      caller: 'reader',
      summary: 'List the downtimes of a day',
      query: queryOf('date', 'severity', 'classification'),
      headers: headersOf('if-none-match'),
      answer: dataEnvelope(webApiDowntimes),
    },
    async (ctx, { day, query: { severity = '', classification = '' } }) => {
      const stored = await findDowntimes(ctx, day, { severity, classification })
      return {
        body: dataBody(`{"date":"${day}","endpoints":[${stored?.downtimes ?? ''}]}`),
        ...(stored && { etag: tagOfDay(ctx, day, stored.changes) }),
      }
    },
  )
  serveWritesOfDay(serve, {
    path,
    label: 'downtimes',
    body: downtimesBody,
    bodyLimit: 4 * megabyte,
    answer: messageEnvelope,
    read: ({ body }) => body,
    add: addDowntimes,
    change: changeDowntimes,
    remove: deleteDowntimes,
    answerOf: (ctx, { day }, { participle, code }, changes) => ({
      body: messageBody(`Downtimes set ${participle} for date: ${day}`, code),
      etag: tagOfDay(ctx, day, changes),
    }),
  })
}
