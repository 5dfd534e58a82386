import type { FastifyInstance } from 'fastify'
import { foldRevisions } from '#kit/http/revision.ts'
import { type OpenIntent, recoverIntents } from '#kit/intents/recovery.ts'
import type { Kinds } from '#kit/kinds/kinds.ts'
import { registeredRecovery } from '#kit/kinds/recoveries.ts'
import { takeAnchors } from '#kit/recording/activity-anchors.ts'
import type { Context } from '#request/context.ts'
import { signOnSeconds } from '#request/cookies.ts'
import type { Presence } from '#request/presence.ts'
import type { RequestDependencies } from '#request/request-context.ts'
import type { Tenancy } from '#request/tenancy.ts'

interface Options extends Pick<RequestDependencies, 'tenancy' | 'webApiFor' | 'now'> {
  readonly kinds: Kinds
  /** Seconds between two rounds. */
  readonly every: number
  /** Seconds after which an intent may be recovered, because its owner has stopped working on it. */
  readonly intentsOlderThan: number
  /** Seconds after which a call of a dead process cannot be in progress any more. */
  readonly goneAfter: number
}

/** Days after which unusable data is removed. */
const keepDays = 7
/** Hours after which failed sign-ins expire, and days after which known addresses of sign-ins expire. */
const keepFailuresHours = 1
const keepAddressesDays = 90

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
      await sweep(options.tenancy, options.now())
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
  const tenant = (await tenancy.tenants()).find(({ id }) => id === intent.tenantId)
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

/** Spans tenants: it belongs to no request. */
async function sweep({ everyTenant }: Tenancy, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - keepDays * 86_400_000)
  await everyTenant.deleteFrom('sessions').where('last_seen_at', '<', limit).execute()
  const failuresLimit = new Date(now.getTime() - keepFailuresHours * 3_600_000)
  await everyTenant.deleteFrom('login_failures').where('failed_at', '<', failuresLimit).execute()
  const addressesLimit = new Date(now.getTime() - keepAddressesDays * 86_400_000)
  await everyTenant.deleteFrom('sign_in_addresses').where('last_at', '<', addressesLimit).execute()
  await everyTenant.deleteFrom('password_links').where('expires_at', '<', now).execute()
  await everyTenant.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute()
  const signOnLimit = new Date(now.getTime() - signOnSeconds * 1000)
  await everyTenant.deleteFrom('sign_on_requests').where('begun_at', '<', signOnLimit).execute()
  await everyTenant.deleteFrom('sign_on_tests').where('arrived_at', '<', signOnLimit).execute()
}
