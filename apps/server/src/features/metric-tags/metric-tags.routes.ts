import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { metricTags, metricTagUsage } from '@quatrain/contract/resources/metric-tag.ts'
import type { FastifyInstance } from 'fastify'
import { tenantsUsing } from '#features/roll-out/roll-out.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { again, type Deliver, type Done } from '#kit/intents/deliveries.ts'
import { closeIntent } from '#kit/intents/intents.ts'
import type { Recover } from '#kit/intents/recovery.ts'
import { registerRecovery } from '#kit/kinds/kinds.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import type { WebApiAdministration } from '#request/context/web-api.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { tagSync } from './metric-tags.effects.ts'
import { find, findAll, isTagged, templatesWithTags } from './metric-tags.repository.ts'
import { addMetricTag, changeMetricTag, deleteMetricTag } from './metric-tags.service.ts'

interface Dependencies {
  readonly tenancy: Tenancy
  readonly deliver: Deliver
  readonly webApiAdministration: WebApiAdministration
}

/** `tenancy` counts the dependents of a tag in all tenants. */
export async function metricTagsRoutes(app: FastifyInstance, dependencies: Dependencies) {
  const { tenancy, deliver, webApiAdministration } = dependencies
  registerRecovery(app, metricTags, recoverTagSync(webApiAdministration), { intent: tagSync })
  serveResource(app, metricTags, {
    list: (ctx) => findAll(ctx.db),
    get: (ctx, name) => find(ctx.db, name),
    add: async (ctx, input) => delivered(deliver, await addMetricTag(ctx, input)),
    change: async (ctx, input) => delivered(deliver, await changeMetricTag(ctx, input)),
    remove: async (ctx, name) => delivered(deliver, await deleteMetricTag(ctx, name)),
  })
  serve(app, metricTagUsage, async (ctx, { params }) => {
    const { id } = await find(ctx.db, params.key)
    return { tenants: await tenantsUsing(tenancy.everyTenant, isTagged(id)) }
  })
}

/** Delivers the tags to the Web API; a failure becomes a warning, before the warning of the save. */
async function delivered<Saved extends object>(
  deliver: Deliver,
  { saved, deliveries }: Done<Saved & Notices>,
): Promise<Saved & Notices> {
  const failures = (await deliver(deliveries)).map(({ reason }) => `${reason} ${again}`)
  const warning = [...failures, ...(saved.warning === undefined ? [] : [saved.warning])].join('\n')
  return warning === '' ? saved : { ...saved, warning }
}

/** Sends the current tags of every template to the Web API. A change during the delivery enqueues another one. */
const recoverTagSync =
  (administration: WebApiAdministration): Recover =>
  async (ctx, intent) => {
    await administration.syncMetricTags(await templatesWithTags(ctx.db))
    await closeIntent(ctx, intent)
  }
