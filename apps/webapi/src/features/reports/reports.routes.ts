import { kilobyte } from '@quatrain/contract/kit/endpoint.ts'
import { createdEnvelope, dataEnvelope, messageEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { type WebApiReport, webApiReport } from '@quatrain/contract/web-api/reports.ts'
import { createdBody, dataBody, messageBody } from '#kit/envelopes.ts'
import { tagOf } from '#kit/etags.ts'
import { readBody, storable } from '#kit/json-body.ts'
import { basePath, type Serve } from '#kit/serve.ts'
import { reportBody } from './report-body.ts'
import type { StoredReport } from './reports.repository.ts'
import { addReport, changeReport, deleteReport, findReport, findReports } from './reports.service.ts'

const answer = dataEnvelope(webApiReport)

/** What the figures of a tenant are computed from. A report is the same on every day, so `date` means nothing here. */
export function serveReports(serve: Serve) {
  serve('/reports', {
    GET: {
      right: 'read',
      answer,
      handle: async (ctx, { query }) => ({
        body: dataBody((await findReports(ctx, storable(query.name ?? ''))).map(shown)),
      }),
    },
    POST: {
      right: 'write',
      bodyLimit: 256 * kilobyte,
      answer: createdEnvelope,
      status: 201,
      async handle(ctx, { body, host }) {
        const id = await addReport(ctx, readBody(body, reportBody))
        const self = `https://${host}${basePath}/reports/${id}`
        return { body: createdBody('Successfully Created Report', id, self), etag: tagOf(1) }
      },
    },
  })

  serve('/reports/:id', {
    GET: {
      right: 'read',
      answer,
      async handle(ctx, { params }) {
        const report = await findReport(ctx, params.id ?? '')
        return { body: dataBody([shown(report)]), etag: tagOf(report.changes) }
      },
    },
    PUT: {
      right: 'write',
      bodyLimit: 256 * kilobyte,
      answer: messageEnvelope,
      async handle(ctx, { params, body, ifMatch }) {
        const changes = await changeReport(ctx, params.id ?? '', readBody(body, reportBody), ifMatch)
        return { body: messageBody('Report was successfully updated'), etag: tagOf(changes) }
      },
    },
    DELETE: {
      right: 'write',
      answer: messageEnvelope,
      async handle(ctx, { params, ifMatch }) {
        await deleteReport(ctx, params.id ?? '', ifMatch)
        return { body: messageBody('Report was successfully deleted') }
      },
    },
  })
}

/** A weight is not told where there is none. */
function shown({ id, tenant, name, document, created, updated }: StoredReport): WebApiReport {
  const { weight, disabled, description, computations, thresholds, topology_schema, profiles, filter_tags } = document
  return {
    id,
    tenant,
    ...(weight && { weight }),
    disabled,
    info: { name, description, created, updated },
    computations,
    thresholds,
    topology_schema,
    profiles,
    filter_tags,
  }
}
