import { templatesWithTags } from '#features/metric-templates/metric-templates.reads.ts'
import { closeIntent } from '#kit/intents.ts'
import type { Mender } from '#kit/mend.ts'
import type { WebApiAdministration } from '#request/web-api.ts'

/** Tells the Web API which tags every template has now. Whoever changes one meanwhile has it told once more. */
export const mendTagSync =
  (administration: WebApiAdministration): Mender =>
  async (ctx, intent) => {
    await administration.syncMetricTags(await templatesWithTags(ctx))
    await closeIntent(ctx, intent)
  }
