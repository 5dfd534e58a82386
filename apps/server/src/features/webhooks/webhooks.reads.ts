import { valueIn } from '@quatrain/platform/database/rows.ts'
import type { Context } from '#request/context/context.ts'

/** The number of webhooks that the console has paused. */
export const pausedWebhookCount = ({ db }: Context) =>
  valueIn(db)<number>`
    select count(*)::integer as count from webhooks where tenant_id = current_tenant() and paused_because <> ''`
