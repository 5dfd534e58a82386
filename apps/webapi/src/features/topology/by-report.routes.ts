import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { webApiTopologyStats, webApiTopologyTags } from '@quatrain/contract/web-api/topology.ts'
import { requestedDay } from '#kit/days.ts'
import { dataBody } from '#kit/envelopes.ts'
import { storable } from '#kit/json-body.ts'
import type { Serve } from '#kit/serve.ts'
import { findAllTags, findByReport, findReportStats, scopeNamed } from './by-report.service.ts'
import { topologyLists } from './topology-lists.ts'

/** What follows from the lists of the topology: the parts that a report covers, and the tags. */
export function serveDerivedTopology(serve: Serve) {
  for (const list of topologyLists) {
    serve(`/topology/${list.kind}/by_report/:name`, {
      GET: {
        summary: `List the ${list.kind} that a report covers`,
        right: 'read',
        reads: { query: ['date', 'mode'] },
        answer: dataEnvelope(list.item),
        async handle(ctx, { params, query }) {
          const scope = await scopeNamed(ctx, storable(params.name ?? ''))
          const day = requestedDay(query.date, ctx.now)
          const isCombined = query.mode === 'combined'
          return { body: dataBody(await findByReport(ctx, list, { scope, day, isCombined })) }
        },
      },
    })
  }

  serve('/topology/stats/:name', {
    GET: {
      summary: 'Count the groups and services that a report covers',
      right: 'read',
      reads: { query: ['date'] },
      answer: dataEnvelope(webApiTopologyStats),
      async handle(ctx, { params, query }) {
        const scope = await scopeNamed(ctx, storable(params.name ?? ''))
        return { body: dataBody(await findReportStats(ctx, scope, requestedDay(query.date, ctx.now))) }
      },
    },
  })

  serve('/topology/tags', {
    GET: {
      summary: 'List the tags of groups and endpoints',
      right: 'read',
      reads: { query: ['date'] },
      answer: dataEnvelope(webApiTopologyTags),
      handle: async (ctx, { query }) => ({
        body: dataBody(await findAllTags(ctx, requestedDay(query.date, ctx.now))),
      }),
    },
  })
}
