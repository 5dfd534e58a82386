import { kilobyte } from '@quatrain/contract/kit/endpoint.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import {
  type WebApiTopologyFeed,
  type WebApiWeightsFeed,
  webApiDataFeed,
  webApiTopologyFeed,
  webApiWeightsFeed,
} from '@quatrain/contract/web-api/feeds.ts'
import type { z } from 'zod'
import { dataBody } from '#kit/envelopes.ts'
import { list, members, text } from '#kit/json-body.ts'
import type { Serve } from '#kit/serve.ts'
import { type Db, inWriteTransaction } from '#kit/tenancy.ts'
import { type FeedName, findFeed, findFeeding, insertFeedVersion, writeFeeding } from './feeds.repository.ts'

const topologyBody: z.ZodType<WebApiTopologyFeed> = members({
  type: text(),
  feed_url: text(),
  paginated: text(),
  fetch_type: list(text()),
  uid_endpoints: text(),
})

const weightsBody: z.ZodType<WebApiWeightsFeed> = members({
  type: text(),
  feed_url: text(),
  weight_type: text(),
  group_type: text(),
})

const dataBodyOfFeed: z.ZodType<z.output<typeof webApiDataFeed>> = members({ tenants: list(text()) })

/**
 * Serves the addresses at which connectors find the topology and the weights of a tenant, and the tenants whose data a
 * combined tenant reads: operators decide which ones it may name. A feed that was never set is an empty list.
 */
export function serveFeeds(serve: Serve) {
  for (const [name, body, item] of [
    ['topology', topologyBody, webApiTopologyFeed],
    ['weights', weightsBody, webApiWeightsFeed],
  ] as const) {
    serveFeed<object>(serve, name, body, item, {
      read: `Read where connectors find the ${name}`,
      set: `Set where connectors find the ${name}`,
      find: (db) => findFeed(db, name),
    })
  }
  serveFeed(serve, 'data', dataBodyOfFeed, webApiDataFeed, {
    read: 'List the tenants that feed a combined tenant',
    set: 'Set the tenants that feed a combined tenant',
    find: async (db) => {
      const tenants = await findFeeding(db)
      return tenants && JSON.stringify({ tenants })
    },
    write: (db, { tenants }) => writeFeeding(db, tenants),
  })
}

interface Feed<Content> {
  /** The summaries of both endpoints. */
  readonly read: string
  readonly set: string
  /** The content as JSON; undefined if it was never set. */
  readonly find: (db: Db) => Promise<string | undefined>
  /** What a write does besides storing a version. */
  readonly write?: (db: Db, content: Content) => Promise<void>
}

function serveFeed<Content extends object>(
  serve: Serve,
  name: FeedName,
  body: z.ZodType<Content>,
  item: z.ZodType,
  { read, set, find, write }: Feed<Content>,
) {
  const feed = { path: `/feeds/${name}`, answer: dataEnvelope(item) } as const
  serve({ ...feed, method: 'GET', caller: 'reader', summary: read }, async ({ db }) => ({
    body: dataBody((await find(db)) ?? ''),
  }))
  serve(
    { ...feed, method: 'PUT', caller: 'writer', body, bodyLimit: 256 * kilobyte, summary: set },
    async (ctx, { body }) => {
      const json = JSON.stringify(body)
      await inWriteTransaction(ctx.db, async (db) => {
        await write?.(db, body)
        await insertFeedVersion(db, ctx, name, json)
      })
      // Spelled as clients expect it.
      return { body: dataBody(json, 'Feeds resource succesfully updated') }
    },
  )
}
