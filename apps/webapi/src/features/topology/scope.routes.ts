import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { type WebApiScopeRequest, webApiScope } from '@quatrain/contract/web-api/topology.ts'
import type { z } from 'zod'
import { scopeMembers } from '#features/reports/reports.reads.ts'
import { requestedDay } from '#kit/days.ts'
import { dataBody } from '#kit/envelopes.ts'
import { members, readBody, text } from '#kit/json-body.ts'
import type { Serve } from '#kit/serve.ts'
import { previewScope } from './scope.service.ts'

const body: z.ZodType<WebApiScopeRequest> = members({ ...scopeMembers, name: text(), search: text() })

/** What a report would cover, before it is stored. */
export function serveScope(serve: Serve) {
  serve('/topology/scope', {
    POST: {
      summary: 'Preview what a report would cover',
      right: 'read',
      reads: { query: ['date'] },
      body,
      bodyLimit: 4 * megabyte,
      answer: dataEnvelope(webApiScope),
      async handle(ctx, asked) {
        const day = requestedDay(asked.query.date, ctx.now)
        return { body: dataBody(await previewScope(ctx, day, readBody(asked.body, body))) }
      },
    },
  })
}
