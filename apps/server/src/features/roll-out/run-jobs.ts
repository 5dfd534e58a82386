// Runs the jobs of roll-outs, outside of any request.
import { toUserError } from '@quatrain/platform/database/failures.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { runInRounds } from '@quatrain/platform/rounds.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Deliver, Queued } from '#kit/intents/deliveries.ts'
import { type Context, collectChanges, ofSuperTenant } from '#request/context/context.ts'
import type { Tenancy, Tenant } from '#request/tenancy/tenancy.ts'
import { type FollowedDeletion, findFollowedDeletions } from './deletions.repository.ts'
import { type Cause, fail, finish, type Job, lockDue, lockedTenant, stepOf } from './jobs.repository.ts'
import { pauseAfter } from './roll-out.reads.ts'
import { removeFromTenant, takeStep } from './take-step.ts'

export interface RunJobsOptions {
  readonly tenancy: Tenancy
  readonly now: () => Date
  /** The context of a job of this tenant, in the name of the user who changed the catalogue. */
  readonly contextFor: (tenant: Tenant, job: Cause) => Context
  readonly deliver: Deliver
  /** Removes the templates of a deletion that every tenant has followed; not if one has a metric again, which gets a job. */
  readonly removeTemplates: (ctx: Context, rollOut: number) => Promise<readonly Queued[]>
  readonly log: FastifyBaseLogger
  /** Called before each job: none is started while it returns true. */
  readonly isEnding?: () => boolean
}

/**
 * Runs every job that is due, one after the other, and returns their number. Other processes run others at the same time. Then
 * removes the templates of deletions that every tenant has followed.
 */
export async function runJobs(options: RunJobsOptions): Promise<number> {
  const { isEnding = () => false } = options
  let endedJobs = 0
  do {
    while (!isEnding() && (await runNext(options))) endedJobs += 1
    // A tenant may have got a metric meanwhile, and then it has a job.
  } while (!isEnding() && (await finishDeletions(options)))
  return endedJobs
}

/**
 * One job in one transaction, which locks the job and then its tenant: if the process dies, the job is free at once and the
 * tenant unchanged. Returns whether there was one.
 */
async function runNext(options: RunJobsOptions): Promise<boolean> {
  const { tenancy, now, log } = options
  let job: Job | undefined
  let deliveries: readonly Queued[] = []
  try {
    await tenancy.everyTenant.transaction().execute(async (db) => {
      job = await lockDue(db, now())
      if (!job) return
      const tenant = await lockedTenant(db, job)
      if (!tenant) return
      // The cause is a user of the super-tenant: no others change the catalogue.
      const cause = { ...job, actor: ofSuperTenant(job.actor) }
      deliveries = await applyJob({ ...options.contextFor(tenant, cause), db }, tenancy, job)
    })
  } catch (error) {
    if (!job) throw error
    const { message: reason } = toUserError(error)
    const isRefused = error instanceof AppError && error.code === 'already_exists'
    const due = isRefused ? undefined : new Date(now().getTime() + pauseAfter(job.attempts))
    await fail(tenancy.everyTenant, job, { reason, due })
    log.error({ rollOut: job.rollOut, tenant: job.tenantId, err: error }, 'roll-out job failed')
  }
  // Deliveries follow the transaction: the embedded database has one session, and the Web API may be slow.
  if (deliveries.length > 0) await options.deliver(deliveries)
  return job !== undefined
}

async function applyJob(spanning: Context, tenancy: Tenancy, job: Job): Promise<readonly Queued[]> {
  await tenancy.enter(spanning.db, spanning.tenant)
  const ctx = await collectChanges(spanning)
  await finish(ctx.db, job, ctx.now())
  const { deletedTemplates } = job
  return deletedTemplates ? removeFromTenant(ctx, deletedTemplates) : takeStep(ctx, stepOf(job))
}

/** The last step of each deletion that every tenant has followed. Returns whether there was one that did not fail. */
async function finishDeletions(options: RunJobsOptions): Promise<boolean> {
  const { tenancy } = options
  const deletions = await findFollowedDeletions(tenancy.everyTenant)
  const superTenant = await tenancy.tenantWhere(({ deployment }) => deployment === 'super')
  if (!superTenant) return false
  let isAnyFinished = false
  for (const deletion of deletions) {
    if (await finishDeletion(options, superTenant, deletion)) isAnyFinished = true
  }
  return isAnyFinished
}

/** Removes the templates of a finished delete in one transaction. If it fails, the next round tries again, and other roll-outs go on. */
async function finishDeletion(
  { contextFor, deliver, removeTemplates, log }: RunJobsOptions,
  superTenant: Tenant,
  deletion: FollowedDeletion,
): Promise<boolean> {
  try {
    await deliver(await removeTemplates(contextFor(superTenant, deletion), deletion.rollOut))
    return true
  } catch (error) {
    log.error({ rollOut: deletion.rollOut, err: error }, 'deletion of metric templates failed')
    return false
  }
}

/** While the server listens: runs the jobs of roll-outs that are due, at intervals of `every` seconds. */
export const runRollOuts = (
  app: FastifyInstance,
  { every, ...options }: Omit<RunJobsOptions, 'log' | 'isEnding'> & { readonly every: number },
): void =>
  runInRounds(app, {
    name: 'roll-outs',
    afterFailure: every,
    async round(isEnding) {
      await runJobs({ ...options, log: app.log, isEnding })
      return every
    },
  })
