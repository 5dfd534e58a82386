import { administrationHints } from '@quatrain/contract/console/administration.ts'
import {
  catalogueHome,
  changedObject,
  changeList,
  changesByDay,
  home,
  recentHours,
  verifyChanges,
} from '@quatrain/contract/console/home.ts'
import type { FastifyInstance } from 'fastify'
import { keyCounts } from '#features/api-keys/api-keys.reads.ts'
import { lastCounts } from '#features/findings/findings.reads.ts'
import { submittedCandidateCount } from '#features/probe-candidates/probe-candidates.reads.ts'
import { expiringKeysOfUser } from '#features/user-keys/user-keys.reads.ts'
import { pausedWebhookCount } from '#features/webhooks/webhooks.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { refused } from '#kit/intents/deliveries.ts'
import { registeredRecovery, visibleKinds } from '#kit/kinds/kinds.ts'
import { findChange, recentChanges } from '#kit/recording/recent-changes.ts'
import { verifyPart } from '#kit/recording/verify-activity.ts'
import type { Context } from '#request/context/context.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { findHints } from './administration.repository.ts'
import { catalogueCounts, countChangesByDay, listChanges, tenantCounts } from './home.repository.ts'

const maxChanges = 50
const lastChanges = 10

const isSuperuser = ({ caller }: Context) => caller.user?.isSuperuser === true

/**
 * Registers the two home pages, the hints for administrators, and the list of changes. Failed deliveries concern all tenants, so
 * they are read across them; so is the import that the log of a tenant can begin with.
 */
export async function homeRoutes(app: FastifyInstance, { tenancy }: { readonly tenancy: Tenancy }) {
  const latest = (ctx: Context) =>
    recentChanges(ctx, {
      kinds: visibleKinds(app.kinds, ctx),
      since: new Date(ctx.now().getTime() - recentHours * 3_600_000),
      most: maxChanges,
      orLast: lastChanges,
    })
  serve(app, catalogueHome, async (ctx) => {
    const [changes, counts, undelivered, keys, expiringOwnKeys, pausedWebhooks, findings] = await Promise.all([
      latest(ctx),
      catalogueCounts(ctx),
      isSuperuser(ctx) ? refused(tenancy.everyTenant) : [],
      isSuperuser(ctx) ? keyCounts(ctx) : undefined,
      expiringKeysOfUser(ctx),
      isSuperuser(ctx) ? pausedWebhookCount(ctx) : undefined,
      lastCounts(ctx, app.kinds),
    ])
    return {
      changes,
      ...counts,
      ...keys,
      expiringOwnKeys,
      pausedWebhooks,
      findings,
      undelivered: undelivered.filter(({ kind }) => registeredRecovery(app.kinds, kind)?.recipient !== 'submitter'),
    }
  })
  serve(app, administrationHints, async (ctx) => {
    const [hints, keys] = await Promise.all([findHints(ctx), keyCounts(ctx)])
    return { ...hints, ...keys }
  })
  serve(app, changedObject, async (ctx, { params }) => ({
    change: (await findChange(ctx, params.number, visibleKinds(app.kinds, ctx))) ?? null,
  }))
  serve(app, changeList, (ctx, { query }) => listChanges(ctx, query, visibleKinds(app.kinds, ctx)))
  serve(app, changesByDay, async (ctx) => ({ days: await countChangesByDay(ctx, visibleKinds(app.kinds, ctx)) }))
  serve(app, verifyChanges, ({ tenant }, { query }) => verifyPart(tenancy.everyTenant, tenant.id, query))
  serve(app, home, async (ctx) => {
    const [changes, counts, submittedCandidates, keys, expiringOwnKeys, pausedWebhooks, findings] = await Promise.all([
      latest(ctx),
      tenantCounts(ctx),
      isSuperuser(ctx) ? submittedCandidateCount(ctx) : undefined,
      isSuperuser(ctx) ? keyCounts(ctx) : undefined,
      expiringKeysOfUser(ctx),
      isSuperuser(ctx) ? pausedWebhookCount(ctx) : undefined,
      lastCounts(ctx, app.kinds),
    ])
    return {
      changes,
      counts,
      submittedCandidates,
      ...keys,
      expiringOwnKeys,
      pausedWebhooks,
      findings,
    }
  })
}
