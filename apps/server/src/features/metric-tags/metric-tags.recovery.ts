import { closeIntent } from '#kit/two-stores/intents.ts'
import type { Recover } from '#kit/two-stores/recovery.ts'
import type { WebApiAdministration } from '#request/web-api.ts'
import { templatesWithTags } from './metric-tags.repository.ts'

/** Sends the current tags of all templates to the Web API. A concurrent change of tags adds another delivery. */
export const recoverTagSync =
  (administration: WebApiAdministration): Recover =>
  async (ctx, intent) => {
    await administration.syncMetricTags(await templatesWithTags(ctx.db))
    await closeIntent(ctx, intent)
  }
