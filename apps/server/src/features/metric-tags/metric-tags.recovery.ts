import { closeIntent } from '#kit/two-stores/intents.ts'
import type { Recover } from '#kit/two-stores/recovery.ts'
import type { WebApiAdministration } from '#request/web-api.ts'
import { templatesWithTags } from './metric-tags.repository.ts'

/** Sends the current tags of every template to the Web API. Whoever changes one meanwhile has it told once more. */
export const recoverTagSync =
  (administration: WebApiAdministration): Recover =>
  async (ctx, intent) => {
    await administration.syncMetricTags(await templatesWithTags(ctx.db))
    await closeIntent(ctx, intent)
  }
