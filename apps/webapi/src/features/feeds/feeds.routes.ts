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
import { list, members, readBody, text } from '#kit/json-body.ts'
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

/** Where connectors find the topology and the weights of a tenant. A feed that was never set is an empty list. */
export function serveFeeds(serve: Serve) {
  serveFeed(serve, 'topology', topologyBody, webApiTopologyFeed)
  serveFeed(serve, 'weights', weightsBody, webApiWeightsFeed)
}

function serveFeed(serve: Serve, feed: FeedName, body: z.ZodType<object>, item: z.ZodType) {
  serve(`/feeds/${feed}`, {
    GET: {
      summary: `Read where connectors find the ${feed}`,
      right: 'read',
      answer: dataEnvelope(item),
      handle: async ({ db }) => ({ body: dataBody((await findFeed(db, feed)) ?? '') }),
    },
    PUT: {
      summary: `Set where connectors find the ${feed}`,
      right: 'write',
      body,
      bodyLimit: 256 * kilobyte,
      answer: dataEnvelope(item),
      async handle(ctx, asked) {
        const json = JSON.stringify(readBody(asked.body, body))
        await inWriteTransaction(ctx.db, (db) => insertFeedVersion(db, ctx, feed, json))
        return { body: dataBody(json, feedChanged) }
      },
    },
  })
}
