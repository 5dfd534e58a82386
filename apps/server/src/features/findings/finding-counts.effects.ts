// The numbers of findings for who looks at them, counted again in the background.
import type { Severity } from '@quatrain/contract/findings/rule.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#request/context/context.ts'
import type { Tenant } from '#request/tenancy/tenancy.ts'
import type { EstateSources } from './estate.reads.ts'
import { visibleCounts } from './findings.reads.ts'
import { findLastCounts } from './findings.repository.ts'
import { countFindingsOf, revisionOfFindings } from './findings.service.ts'

interface Counting extends Pick<EstateSources, 'tenancy' | 'topology'> {
  readonly contextOf: (tenant: Tenant) => Context
  /** Without it, only housekeeping counts. */
  readonly isOn: boolean
}

interface Numbers {
  readonly errors: number
  readonly warnings: number
  /** They are of an earlier state, and are being counted again. */
  readonly isOutdated: boolean
}

/** A tenant whose findings are counted rests for so many times the time that this took, however often it is saved and looked at. */
const restFactor = 9

/** How the caller sees the numbers of findings. Two statements. */
export type LookAtNumbers = (ctx: Context) => Promise<Numbers>

/**
 * Every save changes the revision of its tenant, in its own transaction and without a statement more. The first look after
 * that finds numbers of another revision, and starts a count, which it does not wait for: one at a time for each tenant, and
 * once for each revision, also if it fails, and for a tenth of the time at most. Housekeeping counts the tenants that nobody looks at.
 */
export function numbersOfFindings(app: FastifyInstance, { contextOf, isOn, ...sources }: Counting): LookAtNumbers {
  const running = new Map<number, Promise<unknown>>()
  const triedRevisions = new Map<number, string>()
  const restingUntil = new Map<number, number>()
  const start = (tenant: Tenant, revision: string) => {
    triedRevisions.set(tenant.id, revision)
    const begin = performance.now()
    const count = countFindingsOf(contextOf(tenant), { ...sources, kinds: app.kinds })
      .catch((error: unknown) => app.log.error(error, 'counting findings failed'))
      .finally(() => {
        const end = performance.now()
        restingUntil.set(tenant.id, end + restFactor * (end - begin))
        running.delete(tenant.id)
      })
    running.set(tenant.id, count)
  }
  app.addHook('preClose', async () => {
    await Promise.all(running.values())
  })
  return async (ctx) => {
    const { tenant } = ctx
    const [last, revision] = await Promise.all([findLastCounts(ctx.db), revisionOfFindings(ctx)])
    const isDue = isOn && last?.revision !== revision && triedRevisions.get(tenant.id) !== revision
    const isResting = performance.now() < (restingUntil.get(tenant.id) ?? 0)
    if (isDue && !isResting && !running.has(tenant.id)) start(tenant, revision)
    const counts = visibleCounts(ctx, app.kinds, last?.rules) ?? []
    const ofSeverity = (severity: Severity) =>
      counts.reduce((sum, rule) => sum + (rule.severity === severity ? rule.count : 0), 0)
    return { errors: ofSeverity('error'), warnings: ofSeverity('warning'), isOutdated: isDue || running.has(tenant.id) }
  }
}
