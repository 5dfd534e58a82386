import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { webApiTopologyStats, webApiTopologyTags } from '@quatrain/contract/web-api/topology.ts'
import { dataBody } from '#kit/envelopes.ts'
import { headersOf, queryOf } from '#kit/parameters.ts'
import type { Serve } from '#kit/serve.ts'
import { findAllTags, findByReport, findCombinedByReport, findReportStats, scopeNamed } from './by-report.service.ts'
import { topologyLists } from './topology-lists.ts'

/** What follows from the lists of the topology: the parts that a report covers, and the tags. */
export function serveDerivedTopology(serve: Serve) {
  for (const list of topologyLists) {
    serve(
      {
        method: 'GET',
        path: `/topology/${list.kind}/by_report/:name`,
        caller: 'reader',
        summary: `List the ${list.kind} that a report covers`,
        query: queryOf('date', 'mode'),
        headers: headersOf('if-none-match'),
        answer: dataEnvelope(list.item),
      },
      async (ctx, input) => {
        const scope = await scopeNamed(ctx, input.params.name ?? '')
        const { day, ifNoneMatch, query } = input
        if (query.mode === 'combined') return { body: dataBody(await findCombinedByReport(ctx, list, scope, day)) }
        const { rows, etag } = await findByReport(ctx, list, { scope, day, ifNoneMatch })
        return { body: dataBody(rows), etag }
      },
    )
  }

  serve(
    {
      method: 'GET',
      path: '/topology/stats/:name',
      caller: 'reader',
      query: queryOf('date'),
      summary: 'Count the groups and services that a report covers',
      answer: dataEnvelope(webApiTopologyStats),
    },
    async (ctx, input) => {
      const scope = await scopeNamed(ctx, input.params.name ?? '')
      return { body: dataBody(await findReportStats(ctx, scope, input.day)) }
    },
  )

  serve(
    {
      method: 'GET',
      path: '/topology/tags',
      caller: 'reader',
      query: queryOf('date'),
      summary: 'List the tags of groups and endpoints',
      answer: dataEnvelope(webApiTopologyTags),
    },
    async (ctx, { day }) => ({ body: dataBody(await findAllTags(ctx, day)) }),
  )
}
