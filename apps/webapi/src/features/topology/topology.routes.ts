import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { topologyWritten } from '@quatrain/contract/web-api/service-types.ts'
import { webApiLeftOut } from '@quatrain/contract/web-api/topology.ts'
import { z } from 'zod'
import { serveWritesOfDay } from '#kit/day-list-writes.ts'
import type { Answer, Context, RequestInput } from '#kit/endpoint.ts'
import { dataBody } from '#kit/envelopes.ts'
import { isKnown } from '#kit/etags.ts'
import { headersOf, type QueryParameter, queryOf } from '#kit/parameters.ts'
import type { Serve } from '#kit/serve.ts'
import { type Condition, conditionsOn, tagConditions } from './conditions.ts'
import { receiveRows } from './received-rows.ts'
import {
  addTopology,
  changeTopology,
  deleteTopology,
  findCombined,
  findList,
  findMatching,
  restoreTopology,
  tagOfTopologyList,
} from './topology.service.ts'
import type { DayList } from './topology-days.repository.ts'
import { type TopologyList, topologyLists } from './topology-lists.ts'

/**
 * The groups and endpoints of a tenant: one list of each for a day, in force until the day of the next list. Bodies are
 * received as streams.
 */
export function serveTopology(serve: Serve) {
  for (const list of topologyLists) serveList(serve, list)
}

function serveList(serve: Serve, list: TopologyList) {
  const path = `/topology/${list.kind}` as const
  serve(
    {
      method: 'GET',
      path,
      caller: 'reader',
      answer: dataEnvelope(list.item),
      summary: `List the ${list.kind} that are in force on a day`,
      query: queryOf('date', 'mode', 'tags', ...list.fields),
      headers: headersOf('if-none-match'),
    },
    async (ctx, { day, query, queryLists, ifNoneMatch }) => {
      const conditions = requestedConditions(list, queryLists)
      // No entity tag covers the lists of several tenants.
      if (query.mode === 'combined') return { body: dataBody(await findCombined(ctx, list, day, conditions)) }
      const inForce = await findList(ctx, list, day)
      const etag = tagOfTopologyList(ctx, list, inForce)
      // The rows are not sent to clients that have them.
      const rows = isKnown(ifNoneMatch, etag) ? '' : await findMatching(ctx, list, inForce, conditions)
      return { body: dataBody(rows), etag }
    },
  )
  serveWritesOfDay(serve, {
    path,
    label: list.kind,
    body: z.array(list.body),
    bodyLimit: 64 * megabyte,
    isStreamed: true,
    answer: topologyWritten,
    read: ({ chunks }) => receiveRows(list.kind, chunks),
    add: (ctx, write, rows) => addTopology(ctx, list, write, rows),
    change: (ctx, write, rows) => changeTopology(ctx, list, write, rows),
    remove: (ctx, write) => deleteTopology(ctx, list, write),
    answerOf: (ctx, _, { participle, code }, written) => flatAnswer(ctx, list, participle, code, written),
  })

  serve(
    {
      method: 'GET',
      path: `${path}/left-out`,
      caller: 'reader',
      answer: dataEnvelope(webApiLeftOut),
      summary: `List the rows that are not in the ${list.kind} of a day, because nothing can use them`,
      query: queryOf('date'),
      headers: headersOf('if-none-match'),
    },
    async (ctx, { day }) => {
      const inForce = await findList(ctx, list, day)
      const leftOut = inForce.leftOut && JSON.stringify({ date: inForce.day, ...inForce.leftOut })
      return { body: dataBody(leftOut ?? ''), etag: tagOfTopologyList(ctx, list, inForce) }
    },
  )
  serve(
    {
      method: 'POST',
      path: `${path}/restore`,
      caller: 'writer',
      answer: topologyWritten,
      query: queryOf('date'),
      summary: `Restore the ${list.kind} of a day that were deleted last`,
    },
    async (ctx, { day }) => flatAnswer(ctx, list, 'restored', '201', await restoreTopology(ctx, list, day)),
  )
}

/** The conditions of the parameters. An empty value of a field matches no row, because no row has an empty field. */
function requestedConditions({ fields }: TopologyList, query: RequestInput['queryLists']): Condition[] {
  const valuesOf = (name: QueryParameter) => query[name] ?? []
  return [
    ...conditionsOn(
      'field',
      fields.flatMap((field) => valuesOf(field).map((value) => [field, value] as const)),
    ),
    ...tagConditions(valuesOf('tags')),
  ]
}

const flatAnswer = (ctx: Context, list: TopologyList, description: string, code: string, written: DayList): Answer => {
  const leftOut = description === 'deleted' ? null : written.leftOut
  return {
    body: {
      message: `Topology of ${written.size} ${list.kind} ${description} for date: ${written.day}${sentenceOn(leftOut)}`,
      code,
      ...(leftOut && { left_out: leftOut }),
    },
    etag: tagOfTopologyList(ctx, list, written),
  }
}

/** Connectors print the sentence; the rows are in the response, and in the console. */
function sentenceOn(leftOut: DayList['leftOut']): string {
  const [first] = leftOut?.rows ?? []
  if (!leftOut || !first) return ''
  const moreText = leftOut.count === 1 ? '' : `; ${leftOut.count - 1} more`
  return `, without ${leftOut.count} of the rows ([${first.index}].${first.problem}${moreText})`
}
