import type { FastifyInstance } from 'fastify'
import { foldRevisions } from '#kit/http/revision.ts'
import { takeAnchors } from '#kit/recording/activity-anchors.ts'
import { type OpenIntent, type Recover, recoverIntents } from '#kit/two-stores/recovery.ts'
import type { Context } from '#request/context.ts'
import type { Presence } from '#request/presence.ts'
import type { RequestDependencies } from '#request/request-context.ts'
import type { Tenancy } from '#request/tenancy.ts'

interface Options extends Pick<RequestDependencies, 'tenancy' | 'webApiFor' | 'now'> {
  readonly recoveries: Readonly<Record<string, Recover>>
  /** Seconds between two rounds. */
  readonly every: number
  /** Seconds for which whoever holds an intent may still be at work on it. */
  readonly intentsOlderThan: number
  /** Seconds after which no call of a process that is gone can be on its way any more. */
  readonly goneAfter: number
}

/** Days after which what nobody can use any more is removed. */
const keepDays = 7
/** Hours after which failed attempts to sign in, and days after which addresses somebody signed in from, say nothing. */
const keepFailuresHours = 1
const keepAddressesDays = 90

/** What a round needs beside what recovery needs. */
interface RoundOptions extends Options {
  readonly presence: Presence | undefined
  /** Signs where the activity log ended. */
  readonly anchorKey: string
}

/**
 * At the start and at intervals: recovers half-done writes, sweeps out expired sessions and old login failures, and once a day
 * logs where the activity log of each tenant ends.
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
      for (const anchor of anchors) app.log.info({ anchor }, 'the activity log of a tenant ends here')
    } catch (error) {
      app.log.error(error, 'housekeeping failed')
    }
    // One round after the other: the Web API may take its time.
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

/** When so many seconds from now have passed, however long it takes until somebody waits for it. */
const inSeconds = (seconds: number) => performance.now() + seconds * 1000

/** How every tenant's writes are recovered. */
export const recoveryOf = (
  options: Pick<Options, 'tenancy' | 'webApiFor' | 'now' | 'recoveries' | 'intentsOlderThan' | 'goneAfter'>,
) => ({
  everyTenant: options.tenancy.everyTenant,
  contextFor: (intent: OpenIntent) => contextFor(options, intent),
  recoveries: options.recoveries,
  olderThan: options.intentsOlderThan,
  goneAfter: options.goneAfter,
})

/** The write goes on in the name of whoever began it. */
async function contextFor(
  { tenancy, webApiFor, now }: Pick<Options, 'tenancy' | 'webApiFor' | 'now'>,
  intent: OpenIntent,
): Promise<Context> {
  const tenant = (await tenancy.tenants()).find(({ id }) => id === intent.tenantId)
  if (!tenant) throw new Error(`Tenant ${intent.tenantId} is gone.`)
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

/** Spans tenants: no request of anybody is being answered. */
async function sweep({ everyTenant }: Tenancy, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - keepDays * 86_400_000)
  await everyTenant.deleteFrom('sessions').where('last_seen_at', '<', limit).execute()
  const failuresLimit = new Date(now.getTime() - keepFailuresHours * 3_600_000)
  await everyTenant.deleteFrom('login_failures').where('failed_at', '<', failuresLimit).execute()
  const addressesLimit = new Date(now.getTime() - keepAddressesDays * 86_400_000)
  await everyTenant.deleteFrom('sign_in_addresses').where('last_at', '<', addressesLimit).execute()
}
