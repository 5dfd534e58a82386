import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { webApiDowntimes } from '@quatrain/contract/web-api/downtimes.ts'
import { dataEnvelope, messageEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { serveWritesOfDay } from '#kit/day-list-writes.ts'
import { dataBody, messageBody } from '#kit/envelopes.ts'
import { headersOf, queryOf } from '#kit/parameters.ts'
import type { Serve } from '#kit/serve.ts'
import { addDowntimes, changeDowntimes, deleteDowntimes, findDowntimes, tagOfDay } from './downtimes.service.ts'
import { downtimesBody } from './downtimes-body.ts'

const path = '/downtimes'

/** The downtimes of a tenant: one list for a day, valid on that day only. */
export function serveDowntimes(serve: Serve) {
  serve(
    {
      ...{ method: 'GET', path, caller: 'reader', summary: 'List the downtimes of a day' },
      query: queryOf('date', 'severity', 'classification'),
      headers: headersOf('if-none-match'),
      answer: dataEnvelope(webApiDowntimes),
    },
    async (ctx, { day, query: { severity = '', classification = '' } }) => {
      const list = await findDowntimes(ctx, day, { severity, classification })
      return {
        body: dataBody(`{"date":"${day}","endpoints":[${list?.downtimes ?? ''}]}`),
        ...(list && { etag: tagOfDay(ctx, day, list.changes) }),
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
