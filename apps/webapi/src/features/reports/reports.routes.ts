import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { createdEnvelope, dataEnvelope, messageEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { webApiReport } from '@quatrain/contract/web-api/reports.ts'
import { changedAnswer, createdBody, dataBody, messageBody } from '#kit/envelopes.ts'
import { tagOf, tagWithNames } from '#kit/etags.ts'
import { readBody, storable } from '#kit/json-body.ts'
import { basePath, type Serve } from '#kit/serve.ts'
import { reportBody } from './report-body.ts'
import { addReport, changeReport, deleteReport, findReport, findReports } from './reports.service.ts'

const answer = dataEnvelope(webApiReport)

/**
 * The reports that the results of a tenant are computed from. A report has no versions by day, so `date` is ignored.
 */
export function serveReports(serve: Serve) {
  serve('/reports', {
    GET: {
      summary: 'List the reports',
      right: 'read',
      reads: { query: ['name'] },
      answer,
      handle: async (ctx, { query }) => ({
        body: dataBody(await findReports(ctx, storable(query.name ?? ''))),
      }),
    },
    POST: {
      summary: 'Add a report',
      right: 'write',
      body: reportBody,
      bodyLimit: 4 * megabyte,
      answer: createdEnvelope,
      status: 201,
      async handle(ctx, { body, host }) {
        const id = await addReport(ctx, readBody(body, reportBody))
        const self = `https://${host}${basePath}/reports/${id}`
        return { body: createdBody('Successfully Created Report', id, self), etag: tagOf(id, 1) }
      },
    },
  })

  serve('/reports/:id', {
    GET: {
      summary: 'Read a report',
      right: 'read',
      reads: { headers: ['if-none-match'] },
      answer,
      async handle(ctx, { params }) {
        const id = params.id ?? ''
        const report = await findReport(ctx, id)
        return { body: dataBody(report.json), etag: tagWithNames(id, report.changes, report.json) }
      },
    },
    PUT: {
      summary: 'Replace a report',
      right: 'write',
      reads: { headers: ['if-match', 'prefer'] },
      body: reportBody,
      bodyLimit: 4 * megabyte,
      answer: messageEnvelope.or(answer),
      async handle(ctx, { params, body, ifMatch, prefersRepresentation }) {
        const id = params.id ?? ''
        const { json, changes } = await changeReport(ctx, id, readBody(body, reportBody), ifMatch)
        const stored = { json, etag: tagOf(id, changes), isPreferred: prefersRepresentation }
        return changedAnswer('Report was successfully updated', stored)
      },
    },
    DELETE: {
      summary: 'Delete a report',
      right: 'write',
      reads: { headers: ['if-match'] },
      answer: messageEnvelope,
      async handle(ctx, { params, ifMatch }) {
        await deleteReport(ctx, params.id ?? '', ifMatch)
        return { body: messageBody('Report was successfully deleted') }
      },
    },
  })
}
