import { closeIntent } from '#kit/intents/intents.ts'
import type { Recover } from '#kit/intents/recovery.ts'
import type { WebApiAdministration } from '#request/context/web-api.ts'
import { templatesWithTags } from './metric-tags.repository.ts'

/** Sends the current tags of every template to the Web API. A change during the delivery enqueues another one. */
export const recoverTagSync =
  (administration: WebApiAdministration): Recover =>
  async (ctx, intent) => {
    await administration.syncMetricTags(await templatesWithTags(ctx.db))
    await closeIntent(ctx, intent)
  }
