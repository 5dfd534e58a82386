import { runInRounds } from '@quatrain/platform/rounds.ts'
import type { FastifyInstance } from 'fastify'
import { endInterrupted } from '#features/change-requests/change-requests.repository.ts'
import { foldTenantCounts } from '#features/metric-templates/metric-template-usage.repository.ts'
import { removeFinishedRollOuts } from '#features/roll-out/roll-outs.repository.ts'
import { foldRevisions } from '#kit/http/revision.ts'
import { type OpenIntent, recoverIntents } from '#kit/intents/recovery.ts'
import { type Kinds, registeredRecovery } from '#kit/kinds/kinds.ts'
import { takeAnchors } from '#kit/recording/activity-anchors.ts'
import type { Context } from '#request/context/context.ts'
import { deferredContext } from '#request/context/deferred-context.ts'
import type { RequestDependencies } from '#request/context/request-context.ts'
import type { SessionLimits } from '#request/sessions/sessions.ts'
import type { Presence } from '#request/tenancy/presence.ts'
import { removeExpired } from './remove-expired.ts'

interface Options extends Pick<RequestDependencies, 'tenancy' | 'webApiFor' | 'now'> {
  readonly kinds: Kinds
  /** Seconds between two rounds. */
  readonly every: number
  /** Seconds after which an intent may be recovered, because its owner has stopped working on it. */
  readonly intentsOlderThan: number
  /** Seconds after which a call of a dead process cannot be in progress any more. */
  readonly goneAfter: number
}

/** What a round needs besides recovery. */
interface RoundOptions extends Options {
  /** The limits of sessions from the settings. */
  readonly sessionLimits: SessionLimits
  readonly presence: Presence | undefined
  /** Reports this process as alive. */
  report(): Promise<void>
  /** Compares the two stores of a tenant, if one is due. */
  compareNext(): Promise<void>
  /** Counts the findings of tenants that have changed since. */
  countFindings(): Promise<void>
  /** Signs the anchors of the activity log. */
  readonly anchorKey: string
}

/**
 * Runs at the start and at intervals: recovers unfinished writes, removes what has expired, such as sessions, links, login failures and old
 * roll-outs, and once a day logs an anchor of each tenant's activity log.
 */
export function housekeeping(app: FastifyInstance, options: RoundOptions) {
  const { every } = options
  runInRounds(app, {
    name: 'housekeeping',
    afterFailure: every,
    async round(isEnding) {
      await options.presence?.renew()
      await options.report()
      const { nextIn = every } = await recoverIntents({ ...recoveryOf(options), log: app.log, isEnding })
      await endInterrupted(options.tenancy.everyTenant, options, options.now())
      const recovered = performance.now()
      await removeExpired(options.tenancy, options.sessionLimits, options.now())
      await removeFinishedRollOuts(options.tenancy, options.now())
      await foldRevisions(options.tenancy.everyTenant)
      await foldTenantCounts(options.tenancy.everyTenant)
      const anchors = await takeAnchors(options.tenancy.everyTenant, options.anchorKey, options.now())
      for (const anchor of anchors) app.log.info({ anchor }, 'anchor of the activity log of a tenant')
      await options.compareNext()
      await options.countFindings()
      return Math.min(every, nextIn) - (performance.now() - recovered) / 1000
    },
  })
}

/** Recovery of the writes of every tenant. */
export const recoveryOf = (
  options: Pick<Options, 'tenancy' | 'webApiFor' | 'now' | 'kinds' | 'intentsOlderThan' | 'goneAfter'>,
) => ({
  everyTenant: options.tenancy.everyTenant,
  contextFor: (intent: OpenIntent) => contextFor(options, intent),
  recoverOf: (kind: string) => registeredRecovery(options.kinds, kind)?.recover,
  olderThan: options.intentsOlderThan,
  goneAfter: options.goneAfter,
})

async function contextFor(
  options: Pick<Options, 'tenancy' | 'webApiFor' | 'now'>,
  { tenantId, actor, requestId, address }: OpenIntent,
): Promise<Context> {
  const tenant = await options.tenancy.tenantWhere(({ id }) => id === tenantId)
  if (!tenant) throw new Error(`Tenant ${tenantId} does not exist.`)
  return deferredContext(options, tenant, { actor, requestId, address })
}
