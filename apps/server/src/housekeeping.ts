import type { FastifyInstance } from 'fastify'
import { type Mender, mendIntents, type OpenIntent } from '#kit/mend.ts'
import type { Context } from '#request/context.ts'
import type { RequestDependencies } from '#request/request-context.ts'
import type { Tenancy } from '#request/tenancy.ts'

interface Options extends Pick<RequestDependencies, 'tenancy' | 'webApiFor' | 'now'> {
  readonly menders: Readonly<Record<string, Mender>>
  readonly every: number
  readonly intentsOlderThan: number
}

/** Days after which what nobody can use any more is removed. */
const keepDays = 7

/** At the start and at intervals: mends half-done writes, and sweeps out expired sessions and old login failures. */
export function housekeeping(app: FastifyInstance, options: Options) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const round = async () => {
    try {
      await mendIntents({
        everyTenant: options.tenancy.everyTenant,
        contextFor: (intent) => contextFor(options, intent),
        menders: options.menders,
        olderThan: options.intentsOlderThan,
        now: options.now(),
        log: app.log,
      })
      await sweep(options.tenancy, options.now())
    } catch (error) {
      app.log.error(error, 'housekeeping failed')
    }
  }
  const next = () => {
    running = round()
  }
  app.addHook('onListen', async () => {
    next()
    timer = setInterval(next, options.every * 1000)
  })
  app.addHook('preClose', async () => {
    clearInterval(timer)
    await running
  })
}

/** The write goes on in the name of whoever began it. */
async function contextFor({ tenancy, webApiFor, now }: Options, intent: OpenIntent): Promise<Context> {
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
    touched: [],
  }
}

/** Spans tenants: no request of anybody is being answered. */
async function sweep({ everyTenant }: Tenancy, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - keepDays * 86_400_000)
  await everyTenant.deleteFrom('sessions').where('last_seen_at', '<', limit).execute()
  await everyTenant.deleteFrom('login_failures').where('failed_at', '<', limit).execute()
}
