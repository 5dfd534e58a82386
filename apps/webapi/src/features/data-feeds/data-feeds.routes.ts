import { kilobyte } from '@quatrain/contract/kit/endpoint.ts'
import { webApiDataFeed } from '@quatrain/contract/web-api/data-feeds.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { dataBody } from '#kit/envelopes.ts'
import { list, members, readBody, text } from '#kit/json-body.ts'
import type { Serve } from '#kit/serve.ts'
import { findFeeding, writeFeeding } from './data-feeds.repository.ts'

const body = members({ tenants: list(text()) })

/** The tenants whose data a combined tenant reads. */
export function serveDataFeeds(serve: Serve) {
  serve('/feeds/data', {
    GET: {
      right: 'read',
      answer: dataEnvelope(webApiDataFeed),
      handle: async (ctx) => ({ body: dataBody(shown(await findFeeding(ctx))) }),
    },
    PUT: {
      right: 'write',
      bodyLimit: 256 * kilobyte,
      answer: dataEnvelope(webApiDataFeed),
      async handle(ctx, asked) {
        const { tenants } = readBody(asked.body, body)
        await writeFeeding(ctx, tenants)
        return { body: dataBody(shown(tenants), 'Feeds resource succesfully updated') }
      },
    },
  })
}

const shown = (tenants: readonly string[]) => JSON.stringify({ tenants: tenants.length > 0 ? tenants : null })
