import type { FastifyInstance } from 'fastify'
import { foldRevisions } from '#kit/http/revision.ts'
import { type OpenIntent, recoverIntents } from '#kit/intents/recovery.ts'
import type { Kinds } from '#kit/kinds/kinds.ts'
import { registeredRecovery } from '#kit/kinds/recoveries.ts'
import { takeAnchors } from '#kit/recording/activity-anchors.ts'
import type { Context } from '#request/context.ts'
import type { Presence } from '#request/presence.ts'
import type { RequestDependencies } from '#request/request-context.ts'
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
  readonly presence: Presence | undefined
  /** Signs the anchors of the activity log. */
  readonly anchorKey: string
}

/**
 * At the start and at intervals: recovers unfinished writes, removes what has expired, such as sessions, links and login failures, and once
 * a day logs an anchor of each tenant's activity log.
 */
export function housekeeping(app: FastifyInstance, options: RoundOptions) {
  let timer: NodeJS.Timeout | undefined
  let isEnding = false
  let running: Promise<void> = Promise.resolve()
  const recovery = { ...recoveryOf(options), log: app.log, isEnding: () => isEnding }
  const round = async () => {
    let next = inSeconds(options.every)
    try {
      await options.presence?.renew()
      const { nextIn = options.every } = await recoverIntents(recovery)
      next = inSeconds(Math.min(options.every, nextIn))
      await removeExpired(options.tenancy, options.now())
      await foldRevisions(options.tenancy.everyTenant)
      const anchors = await takeAnchors(options.tenancy.everyTenant, options.anchorKey, options.now())
      for (const anchor of anchors) app.log.info({ anchor }, 'anchor of the activity log of a tenant')
    } catch (error) {
      app.log.error(error, 'housekeeping failed')
    }
    // Rounds do not overlap: the Web API may be slow.
    if (!isEnding) timer = setTimeout(start, next - performance.now())
  }
  const start = () => {
    running = round()
  }
  app.addHook('onListen', async () => start())
  app.addHook('preClose', async () => {
    isEnding = true
    clearTimeout(timer)
    await running
  })
}

/** Resolves this number of seconds from now, independently of when it is awaited. */
const inSeconds = (seconds: number) => performance.now() + seconds * 1000

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

/** The write continues under the name of the user who started it. */
async function contextFor(
  { tenancy, webApiFor, now }: Pick<Options, 'tenancy' | 'webApiFor' | 'now'>,
  intent: OpenIntent,
): Promise<Context> {
  const tenant = await tenancy.tenantWhere(({ id }) => id === intent.tenantId)
  if (!tenant) throw new Error(`Tenant ${intent.tenantId} does not exist.`)
  const noGroups = { reports: [], metrics: [], aggregations: [], metricprofiles: [], thresholdsprofiles: [] }
  return {
    tenant,
    now,
    db: tenancy.of(tenant),
    webApi: webApiFor(tenant),
    visitor: {
      deployment: tenant.deployment,
      actor: { username: intent.actor, isSuperuser: true, groups: noGroups },
    },
    origin: { requestId: intent.requestId, address: intent.address },
    write: {},
    recording: { isDone: false },
  }
}
