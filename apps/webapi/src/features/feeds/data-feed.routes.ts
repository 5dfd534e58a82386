import { kilobyte } from '@quatrain/contract/kit/endpoint.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { webApiDataFeed } from '@quatrain/contract/web-api/feeds.ts'
import { dataBody } from '#kit/envelopes.ts'
import { list, members, text } from '#kit/json-body.ts'
import type { Serve } from '#kit/serve.ts'
import { inWriteTransaction } from '#kit/tenancy.ts'
import { findFeeding, writeFeeding } from './data-feed.repository.ts'
import { feedChanged } from './feed-changed.ts'
import { insertFeedVersion } from './feed-versions.repository.ts'

const feed = { path: '/feeds/data', answer: dataEnvelope(webApiDataFeed) } as const
const body = members({ tenants: list(text()) })

/** The tenants whose data a combined tenant reads. Operators decide which ones it may name. */
export function serveDataFeed(serve: Serve) {
  serve(
    { ...feed, method: 'GET', caller: 'reader', summary: 'List the tenants that feed a combined tenant' },
    async ({ db }) => {
      const tenants = await findFeeding(db)
      return { body: dataBody(tenants ? JSON.stringify({ tenants }) : '') }
    },
  )
  serve(
    {
      ...{ ...feed, method: 'PUT', caller: 'writer', body, bodyLimit: 256 * kilobyte },
      summary: 'Set the tenants that feed a combined tenant',
    },
    async (ctx, { body: { tenants } }) => {
      const json = JSON.stringify({ tenants })
      await inWriteTransaction(ctx.db, async (db) => {
        await writeFeeding(db, tenants)
        await insertFeedVersion(db, ctx, 'data', json)
      })
      return { body: dataBody(json, feedChanged) }
    },
  )
}
