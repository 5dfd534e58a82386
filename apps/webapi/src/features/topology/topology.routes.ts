import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { topologyWritten } from '@quatrain/contract/web-api/service-types.ts'
import { requestedDay } from '#kit/days.ts'
import { dataBody } from '#kit/envelopes.ts'
import { isKnown } from '#kit/etags.ts'
import { storable } from '#kit/json-body.ts'
import type { Answer, Context, RequestInput } from '#kit/operation.ts'
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
  tagOfList,
  type Write,
} from './topology.service.ts'
import type { DayList } from './topology-days.repository.ts'
import { type TopologyList, topologyLists } from './topology-lists.ts'

const bodyLimit = 64 * megabyte

/**
 * The groups and endpoints of a tenant: one list of each for a day, in force until the day of the next list. Bodies are
 * received as streams.
 */
export function serveTopology(serve: Serve) {
  for (const list of topologyLists) serveList(serve, list)
}

function serveList(serve: Serve, list: TopologyList) {
  const writeRows =
    (write: typeof addTopology, what: string, code: string) =>
    async (ctx: Context, asked: RequestInput): Promise<Answer> => {
      const asWrite = writeOf(ctx, asked)
      const written = await write(ctx, list, asWrite, await receiveRows(list.kind, asked.chunks))
      return flatAnswer(ctx, list, what, code, written)
    }

  serve(`/topology/${list.kind}`, {
    GET: {
      right: 'read',
      answer: dataEnvelope(list.item),
      async handle(ctx, { query, queryLists, ifNoneMatch }) {
        const day = requestedDay(query.date, ctx.now)
        const conditions = requestedConditions(list, queryLists)
        // No entity tag covers the lists of several tenants.
        if (query.mode === 'combined') return { body: dataBody(await findCombined(ctx, list, day, conditions)) }
        const inForce = await findList(ctx, list, day)
        const etag = tagOfList(ctx, list, inForce)
        // The rows are not sent to clients that have them.
        const rows = isKnown(ifNoneMatch, etag) ? '' : await findMatching(ctx, list, inForce, conditions)
        return { body: dataBody(rows), etag }
      },
    },
    POST: {
      right: 'write',
      bodyLimit,
      isStreamed: true,
      answer: topologyWritten,
      status: 201,
      handle: writeRows(addTopology, 'created', '201'),
    },
    PUT: {
      right: 'write',
      bodyLimit,
      isStreamed: true,
      answer: topologyWritten,
      handle: writeRows(changeTopology, 'updated', '200'),
    },
    DELETE: {
      right: 'write',
      answer: topologyWritten,
      async handle(ctx, asked) {
        const deleted = await deleteTopology(ctx, list, writeOf(ctx, asked))
        return { body: flatAnswer(ctx, list, 'deleted', '200', deleted).body }
      },
    },
  })

  serve(`/topology/${list.kind}/restore`, {
    POST: {
      right: 'write',
      answer: topologyWritten,
      status: 201,
      async handle(ctx, { query }) {
        const restored = await restoreTopology(ctx, list, requestedDay(query.date, ctx.now))
        return flatAnswer(ctx, list, 'restored', '201', restored)
      },
    },
  })
}

/** The conditions of the parameters; one that is empty matches everything. */
function requestedConditions({ fields }: TopologyList, query: RequestInput['queryLists']): Condition[] {
  const given = (name: string) => (query[name] ?? []).filter((value) => value !== '').map(storable)
  return [
    ...conditionsOn(
      'field',
      fields.flatMap((field) => given(field).map((value) => [field, value] as const)),
    ),
    ...tagConditions(given('tags')),
  ]
}

const writeOf = ({ now }: Context, { query, ifMatch }: RequestInput): Write => ({
  day: requestedDay(query.date, now),
  ifMatch,
})

const flatAnswer = (ctx: Context, list: TopologyList, what: string, code: string, written: DayList): Answer => ({
  body: { message: `Topology of ${written.size} ${list.kind} ${what} for date: ${written.day}`, code },
  etag: tagOfList(ctx, list, written),
})
