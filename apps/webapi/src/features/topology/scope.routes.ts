import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { type WebApiScopeRequest, webApiScope } from '@quatrain/contract/web-api/topology.ts'
import type { z } from 'zod'
import { scopeMembers } from '#features/reports/reports.reads.ts'
import { dataBody } from '#kit/envelopes.ts'
import { members, text } from '#kit/json-body.ts'
import { queryOf } from '#kit/parameters.ts'
import type { Serve } from '#kit/serve.ts'
import { previewScope } from './scope.service.ts'

const body: z.ZodType<WebApiScopeRequest> = members({ ...scopeMembers, name: text(), search: text() })

/** What a report would cover, before it is stored. */
export function serveScope(serve: Serve) {
  serve(
    {
      method: 'POST',
      path: '/topology/scope',
      caller: 'reader',
      success: 200,
      summary: 'Preview what a report would cover',
      query: queryOf('date'),
      body,
      bodyLimit: 4 * megabyte,
      answer: dataEnvelope(webApiScope),
    },
    async (ctx, { day, body }) => ({ body: dataBody(await previewScope(ctx, day, body)) }),
  )
}
