// Applies change requests, at once or at their time.
import { randomUUID } from 'node:crypto'
import type { RequestState } from '@quatrain/contract/change-requests/change-request.ts'
import { isPossible } from '@quatrain/contract/change-requests/request-steps.ts'
import { problemOfDue } from '@quatrain/contract/kit/roll-out-choice.ts'
import { toUserError } from '@quatrain/platform/database/failures.ts'
import { AppError, invalidInput, staleVersion } from '@quatrain/platform/errors.ts'
import { pauseAfter, runInRounds, triedFor } from '@quatrain/platform/rounds.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Deliver } from '#kit/intents/deliveries.ts'
import { Claimed } from '#kit/intents/intents.ts'
import type { Kinds } from '#kit/kinds/kinds.ts'
import { digestOf, type Rehearsed, rehearse, writeTogether } from '#kit/two-stores/write-together.ts'
import { actorName, type Context, inTransaction } from '#request/context/context.ts'
import type { DeferredFrom } from '#request/context/deferred-context.ts'
import type { Tenancy, Tenant } from '#request/tenancy/tenancy.ts'
import type { StoredRequest } from './change-requests.repository.ts'
import * as repository from './change-requests.repository.ts'
import {
  ApprovalMissing,
  ApprovalVoid,
  asAuthor,
  assertAgreed,
  assertMayManage,
  assertPossible,
  assertStep,
  assertStillApproved,
  comment,
  find,
  invalidState,
  isApproved,
  log,
  nothingToConfirm,
  prepareInverse,
  type Settled,
} from './change-requests.service.ts'
import { partsOf } from './collected-writes.ts'
import { manageObjects } from './managed-objects.repository.ts'

interface Applying {
  readonly kinds: Kinds
  readonly deliver: Deliver
}

/** Throws unless the request, as it is now, can have exactly these effects. */
async function assertReady(ctx: Context, request: StoredRequest, effects: string, rehearsed: readonly Rehearsed[]) {
  if (!isPossible('apply', request)) throw invalidState(request)
  assertPossible(rehearsed)
  assertAgreed(effects, rehearsed)
  await assertStillApproved(ctx, request, rehearsed)
}

/** The request as it is now. It stays so until the end of the transaction. Throws `stale_version` if it has changed. */
async function locked(ctx: Context, { id, rowVersion }: StoredRequest): Promise<StoredRequest> {
  const current = await repository.find(ctx.db, id, { isLocked: true })
  if (current.rowVersion !== rowVersion) throw staleVersion('The change request')
  return current
}

/** Makes all writes, in both stores or in neither, in the name of the author; those of an approved request with the approved effect only. */
export async function apply(ctx: Context, applying: Applying, id: number, settled: Settled): Promise<StoredRequest> {
  const request = await find(ctx, applying.kinds, id)
  assertStep(ctx, 'apply', request)
  await makeWrites(ctx, applying, request, settled).catch(async (error: unknown) => {
    await end(ctx, request, error)
    throw error
  })
  return repository.find(ctx.db, id)
}

async function makeWrites(ctx: Context, { kinds, deliver }: Applying, request: StoredRequest, settled: Settled) {
  const { id } = request
  const begin = async (partContext: Context, rehearsed: readonly Rehearsed[]) => {
    const current = await locked(partContext, request)
    await assertReady(partContext, current, settled.effects, rehearsed)
    const { requestId } = ctx.origin
    await repository.updateState(partContext.db, id, { state: 'applying', requestId }, ctx.now())
  }
  const finish = async (partContext: Context) => {
    const current = await repository.find(partContext.db, id, { isLocked: true })
    // Housekeeping has given it up.
    if (!isAppliedBy(ctx, current)) throw invalidState(current)
    const { requestId } = ctx.origin
    const appliedAt = partContext.now()
    const { confirmWithin } = settled
    const confirmBy = confirmWithin === undefined ? undefined : new Date(appliedAt.getTime() + confirmWithin * 60_000)
    const applied = { state: 'applied', requestId, appliedAt, confirmBy } as const
    await repository.updateState(partContext.db, id, applied, ctx.now())
    const local = { ...ctx, db: partContext.db }
    await comment(local, id, 'apply', settled.text)
    await log(local, current, 'change')
    if (current.reverts !== null) await endReverted(local, current.reverts, current)
    if (current.managed) {
      await assertMayManage(local, kinds, id, { areWritesMade: true })
      await manageObjects(local, id)
    }
  }
  const author = await asAuthor(ctx, request)
  await deliver(await writeTogether(author, { parts: partsOf(kinds, request.writes), begin, finish }))
}

/** The request that this one takes back is reverted. Throws `invalid_input` if another one has done so. */
async function endReverted(ctx: Context, id: number, by: StoredRequest): Promise<void> {
  const reverted = await repository.find(ctx.db, id, { isLocked: true })
  if (!isPossible('revert', reverted)) throw invalidState(reverted)
  await repository.updateReverted(ctx.db, id, ctx.now())
  await comment(ctx, id, 'revert', `Change request ${by.id} has taken it back.`)
  await log(ctx, reverted, 'change')
}

const isAppliedBy = ({ origin }: Context, { state, requestId }: StoredRequest): boolean =>
  state === 'applying' && requestId === origin.requestId

/**
 * Ends an attempt that has failed: one that had begun, one of an approval that is void, and one at the time of the schedule. Returns
 * the state afterwards; undefined if the request was changed meanwhile, for example by another process that applies it.
 */
const end = (ctx: Context, request: StoredRequest, error: unknown, { isDue = false } = {}) =>
  inTransaction({ ...ctx, recording: { isDone: false } }, async (ctx): Promise<RequestState | undefined> => {
    const { id } = request
    const current = await repository.find(ctx.db, id, { isLocked: true })
    const isUnchanged = current.rowVersion === request.rowVersion
    const isVoid = error instanceof ApprovalVoid
    // A draft stays one until it is submitted.
    const hasTooFew = error instanceof ApprovalMissing && isApproved(current)
    if (!isAppliedBy(ctx, current) && !(isUnchanged && (isVoid || hasTooFew || isDue))) return undefined
    const { message } = toUserError(error)
    const reverts = current.isAutomatic ? current.reverts : null
    if (reverts !== null && (await noteUnreverted(ctx, reverts, error, true)) === 'is tried again') {
      await repository.updateState(ctx.db, id, { state: 'withdrawn', approved: '' }, ctx.now())
      await comment(ctx, id, 'withdraw', `${message} Another request takes it back later.`)
      return 'withdrawn'
    }
    const isReviewed = (isVoid || hasTooFew) && !isDue
    const approved = hasTooFew && !isDue ? current.approved : ''
    const state = isReviewed ? 'in review' : 'failed'
    await repository.updateState(ctx.db, id, { state, approved }, ctx.now())
    await comment(ctx, id, isReviewed ? 'void' : 'fail', message)
    return state
  })

/** Has the request applied at `at`, with the effect that it has now. */
export async function schedule(
  ctx: Context,
  kinds: Kinds,
  id: number,
  { at, effects, text, confirmWithin }: Settled & { readonly at: string },
): Promise<StoredRequest> {
  const applyAt = new Date(at).toISOString()
  const problem = problemOfDue(applyAt, ctx.now())
  if (problem) throw invalidInput({ at: problem })
  const request = await find(ctx, kinds, id)
  assertStep(ctx, 'schedule', request)
  const rehearsed = await rehearse(await asAuthor(ctx, request), partsOf(kinds, request.writes))
  return inTransaction(ctx, async (ctx) => {
    const current = await locked(ctx, request)
    await assertReady(ctx, current, effects, rehearsed)
    await assertNoRival(ctx, id)
    const digest = effects === '*' ? '' : digestOf(rehearsed)
    const approved = isApproved(current) ? current.approved : digest
    await repository.updateState(ctx.db, id, { state: 'scheduled', approved, applyAt, confirmWithin }, ctx.now())
    await comment(ctx, id, 'schedule', text)
    await log(ctx, current, 'change')
    return repository.find(ctx.db, id)
  })
}

async function assertNoRival({ db }: Context, id: number): Promise<void> {
  const rival = await repository.findScheduledRival(db, id)
  if (!rival) return
  const message = `The scheduled change request ${rival.id} (${rival.title}) writes to ${rival.name} too.`
  throw new AppError('in_use', message)
}

interface Logged extends Applying {
  readonly log: FastifyBaseLogger
}

interface DueOptions extends Applying {
  readonly tenancy: Tenancy
  readonly now: () => Date
  readonly contextFor: (tenant: Tenant, from: DeferredFrom) => Context
}

/** Makes the writes of a scheduled request. Returns why it has failed; undefined if somebody else applies it, or has changed it. */
async function applyScheduled(ctx: Context, { log, ...applying }: Logged, request: StoredRequest): Promise<unknown> {
  const effects = isApproved(request) || request.approved === '' ? '*' : request.approved
  const settled = {
    effects,
    text: request.isAutomatic ? request.description : '',
    confirmWithin: request.confirm_within ?? undefined,
  }
  try {
    await makeWrites(ctx, applying, request, settled)
  } catch (error) {
    const state = await end(ctx, request, error, { isDue: true })
    if (state === undefined) return undefined
    const details = { changeRequest: request.id, tenant: ctx.tenant.name, err: error }
    if (state === 'withdrawn') log.warn(details, isTriedAgain)
    else log.error(details, request.isAutomatic ? couldNotRevert : 'scheduled change request failed')
    return error
  }
  return undefined
}

const couldNotRevert = 'unconfirmed change request could not be taken back'
const isTriedAgain = 'unconfirmed change request is taken back later'

/** Whether the reason for a failure can pass by itself. */
const isPassing = (error: unknown): boolean =>
  error instanceof Claimed || ['upstream_failed', 'unavailable'].includes(toUserError(error).code)

/** Milliseconds after which a request is taken back at the second attempt. */
const firstPause = 60_000

/**
 * Says why a request, which nobody has confirmed, could not be taken back; `isBegun` if its inverse exists. If the reason can pass, it is
 * tried again for a day; then somebody has to decide. Undefined if it need not be taken back any more.
 */
const noteUnreverted = (ctx: Context, id: number, error: unknown, isBegun = false) =>
  inTransaction(ctx, async (ctx): Promise<'is tried again' | 'has failed' | undefined> => {
    const request = await repository.find(ctx.db, id, { isLocked: true })
    const { state, confirm_by, revert_problem, revertAttempts, revertTriedSince } = request
    if (state !== 'applied' || !(isBegun || confirm_by !== null || revert_problem !== '')) return undefined
    const [now, { message }] = [ctx.now(), toUserError(error)]
    const attempt = revertAttempts + 1
    const end = (revertTriedSince === null ? now.getTime() : Date.parse(revertTriedSince)) + triedFor
    const again =
      isPassing(error) && now.getTime() < end
        ? new Date(Math.min(now.getTime() + pauseAfter(attempt, firstPause), end))
        : null
    const attempts = attempt > 1 ? ` It was tried ${attempt} times.` : ''
    const decision = 'Its author, an approver or a superuser has to confirm it, or to take it back.'
    const problem = again ? message : `${message}${attempts} ${decision}`
    await repository.updateRevertProblem(ctx.db, id, problem, again, now)
    if (attempt === 1 || !again)
      await comment(ctx, id, 'fail-revert', again ? `${message} It is tried again.` : problem)
    return again ? 'is tried again' : 'has failed'
  })

/**
 * Takes back a request that nobody has confirmed, in the name of its author: its inverse is stored as a scheduled request in the transaction
 * that ends the wait, so that any process applies it, and one only. Returns why it cannot be taken back.
 */
async function revertUnconfirmed(
  ctx: Context,
  applying: Logged,
  request: StoredRequest,
  why: string,
): Promise<unknown> {
  try {
    const author = await asAuthor(ctx, request)
    const inverse = await prepareInverse(author, applying.kinds, { request: request.id }, why)
    return await applyScheduled(ctx, applying, inverse)
  } catch (error) {
    const outcome = await noteUnreverted(ctx, request.id, error)
    if (outcome === undefined) return undefined
    const details = { changeRequest: request.id, tenant: ctx.tenant.name, err: error }
    if (outcome === 'is tried again') applying.log.warn(details, isTriedAgain)
    else applying.log.error(details, couldNotRevert)
    return error
  }
}

/** A user does not wait until the time to confirm is over. Throws why the request cannot be taken back. */
export async function takeBack(ctx: Context, applying: Logged, id: number, text: string): Promise<StoredRequest> {
  const request = await find(ctx, applying.kinds, id)
  assertStep(ctx, 'take-back', request)
  if (request.confirm_by === null && request.revert_problem === '') throw nothingToConfirm()
  const failure = await revertUnconfirmed(ctx, applying, request, `${actorName(ctx)} has decided so. ${text}`.trim())
  if (failure !== undefined) throw failure
  return repository.find(ctx.db, id)
}

/**
 * Applies each scheduled request whose time has come, and takes back each that nobody has confirmed in time, in any tenant. Other processes
 * do so at the same time: one of them succeeds.
 */
export async function applyDue(
  { tenancy, now, contextFor, ...applying }: DueOptions,
  log: FastifyBaseLogger,
  isEnding: () => boolean = () => false,
): Promise<void> {
  for (const { tenantId, id, author: actor } of await repository.findDue(tenancy.everyTenant, now())) {
    const tenant = await tenancy.tenantWhere((tenant) => tenant.id === tenantId)
    if (!tenant || isEnding()) continue
    const ctx = contextFor(tenant, { actor, requestId: randomUUID(), address: '' })
    const request = await repository.find(ctx.db, id)
    // Otherwise another process applies it, or somebody has taken it from the schedule or confirmed it.
    const isDue = Date.parse(request.apply_at ?? request.confirm_by ?? '') <= now().getTime()
    if (isDue && request.state === 'scheduled') await applyScheduled(ctx, { ...applying, log }, request)
    if (isDue && request.state === 'applied')
      await revertUnconfirmed(ctx, { ...applying, log }, request, 'Nobody has confirmed it in time.')
  }
}

/** While the server listens: applies scheduled requests, at intervals of `every` seconds. */
export const applyScheduledRequests = (
  app: FastifyInstance,
  { every, ...options }: DueOptions & { readonly every: number },
): void =>
  runInRounds(app, {
    name: 'scheduled change requests',
    afterFailure: every,
    async round(isEnding) {
      await applyDue(options, app.log, isEnding)
      return every
    },
  })
