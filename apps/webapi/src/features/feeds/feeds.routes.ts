import { kilobyte } from '@quatrain/contract/kit/endpoint.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import {
  type WebApiTopologyFeed,
  type WebApiWeightsFeed,
  webApiTopologyFeed,
  webApiWeightsFeed,
} from '@quatrain/contract/web-api/feeds.ts'
import type { z } from 'zod'
import { dataBody } from '#kit/envelopes.ts'
import { list, members, text } from '#kit/json-body.ts'
import type { Serve } from '#kit/serve.ts'
import { inWriteTransaction } from '#kit/tenancy.ts'
import { feedChanged } from './feed-changed.ts'
import { type FeedName, findFeed, insertFeedVersion } from './feed-versions.repository.ts'

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

/** Serves the addresses at which connectors find the topology and the weights of a tenant. A feed that was never set is an empty list. */
export function serveFeeds(serve: Serve) {
  serveFeed(serve, 'topology', topologyBody, webApiTopologyFeed)
  serveFeed(serve, 'weights', weightsBody, webApiWeightsFeed)
}

function serveFeed(serve: Serve, name: FeedName, body: z.ZodType<object>, item: z.ZodType) {
  const feed = { path: `/feeds/${name}`, answer: dataEnvelope(item) } as const
  serve(
    { ...feed, method: 'GET', caller: 'reader', summary: `Read where connectors find the ${name}` },
    async ({ db }) => ({ body: dataBody((await findFeed(db, name)) ?? '') }),
  )
  serve(
    {
      ...{ ...feed, method: 'PUT', caller: 'writer', body, bodyLimit: 256 * kilobyte },
      summary: `Set where connectors find the ${name}`,
    },
    async (ctx, { body }) => {
      const json = JSON.stringify(body)
      await inWriteTransaction(ctx.db, (db) => insertFeedVersion(db, ctx, name, json))
      return { body: dataBody(json, feedChanged) }
    },
  )
}
