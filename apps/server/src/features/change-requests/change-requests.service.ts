import type {
  actOnChangeRequest,
  ChangeRequest,
  invertChanges,
  Managed,
  RequestAction,
  RequestComment,
  RequestEffects,
  StoredWrite,
  SubmittedWrite,
} from '@quatrain/contract/change-requests/change-request.ts'
import { isFor, isPossible, type RequestStep, requestSteps } from '@quatrain/contract/change-requests/request-steps.ts'
import type { InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { AppError, invalidInput, notAllowed, staleVersion } from '@quatrain/platform/errors.ts'
import type { EstateSources } from '#features/findings/estate.reads.ts'
import { findingChanges } from '#features/findings/findings.reads.ts'
import { assertFresh } from '#kit/http/authorize.ts'
import { type Kinds, visibleKinds } from '#kit/kinds/kinds.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import { digestOf, type Rehearsed, rehearse } from '#kit/two-stores/write-together.ts'
import { actorName, type Context, inTransaction } from '#request/context/context.ts'
import { findActiveUser, findActiveUsers } from '#request/sessions/logged-in-user.ts'
import type { StoredRequest } from './change-requests.repository.ts'
import * as repository from './change-requests.repository.ts'
import { collected, effectsOf, partsOf } from './collected-writes.ts'
import { inverseWrites } from './inverse-writes.ts'
import { findForeignObjects } from './managed-objects.repository.ts'
import { rehearseWithOperation } from './operation-effects.ts'

/** What users send of a request. */
interface Submitted extends Pick<ChangeRequest, 'title' | 'description' | 'link'> {
  readonly writes: readonly SubmittedWrite[]
  readonly managed?: Managed | undefined
}

/** What a user approves or applies. */
export interface Settled {
  /** The digest of the combined effect that the user has seen; `*` for any. */
  readonly effects: string
  readonly text: string
  /** Minutes after which it is taken back unless somebody confirms it. */
  readonly confirmWithin?: number | undefined
}

const usernameOf = ({ caller: { user } }: Context): string => user?.username ?? ''

/** Throws `not_found` also for a request that writes to objects that the caller may not see. */
export async function find(ctx: Context, kinds: Kinds, id: number, options?: { readonly isLocked: true }) {
  const request = await repository.find(ctx.db, id, options)
  const visible = new Set(visibleKinds(kinds, ctx))
  if (!request.writes.every(({ kind }) => visible.has(kind))) throw repository.requestNotFound()
  return request
}

/** Stores the writes without making them. Throws the refusals of writes that cannot be made. */
export async function prepareRequest(
  ctx: Context,
  kinds: Kinds,
  { writes, ...texts }: Submitted,
): Promise<StoredRequest> {
  const content = { ...texts, writes: await collected(ofParts(ctx), kinds, writes, []) }
  return inTransaction(ctx, async (ctx) => {
    const request = await store(ctx, content)
    if (texts.managed) await assertMayManage(ctx, kinds, request.id)
    return request
  })
}

/** Throws `invalid_input` if the request changes or takes over what the owner of its objects does not manage. */
export async function assertMayManage(
  { db }: Context,
  kinds: Kinds,
  id: number,
  state?: Parameters<typeof findForeignObjects>[2],
): Promise<void> {
  const foreignObjects = await findForeignObjects(db, id, state)
  if (foreignObjects.length === 0) return
  const sentences = foreignObjects.map(({ kind, name, owner }) => {
    const label = kinds.get(kind)?.resource.label.one ?? kind
    return `The ${label} ${name} is managed by ${owner ?? 'people'}.`
  })
  throw invalidInput({ managed: `${sentences.join(' ')} Adopt it to manage it.` })
}

/**
 * Stores a request that takes back an applied one, or these changes of objects; with `unconfirmed`, why an unconfirmed one is taken back,
 * it is due at once. Throws `invalid_input` for what the user may not see, and if there is nothing to confirm any more, and what
 * `inverseWrites` throws.
 */
export async function prepareInverse(
  ctx: Context,
  kinds: Kinds,
  { request: reverts, changes = [] }: InputOf<typeof invertChanges>['body'],
  unconfirmed?: string,
): Promise<StoredRequest> {
  const request = reverts === undefined ? undefined : await find(ctx, kinds, reverts)
  if (request) assertStep(ctx, 'revert', request)
  const logged = await repository.findLogged(ctx.db, request ? { request: request.id } : changes, [...kinds.keys()])
  const visible = new Set(visibleKinds(kinds, ctx))
  const isComplete = logged.length >= (request ? 1 : new Set(changes).size)
  if (!(isComplete && logged.every(({ kind }) => visible.has(kind))))
    throw invalidInput({ [request ? 'request' : 'changes']: 'There is no such change' })
  const objects = [...new Set(logged.map(({ name }) => name))]
  const content = {
    title: `Revert: ${request ? request.title : objects.join(', ')}`.slice(0, 200),
    description: request ? `Takes back change request ${request.id}. ${unconfirmed ?? ''}`.trim() : '',
    link: request?.link ?? '',
    reverts,
    isAutomatic: unconfirmed !== undefined,
    writes: await inverseWrites(ofParts(ctx), kinds, logged),
  }
  return inTransaction(ctx, async (ctx) => {
    if (request && content.isAutomatic) await endConfirmation(ctx, request.id)
    return store(ctx, content)
  })
}

async function store(ctx: Context, content: Parameters<typeof repository.insert>[1]): Promise<StoredRequest> {
  const id = await repository.insert(ctx.db, content, usernameOf(ctx), ctx.now())
  await log(ctx, { id, title: content.title }, 'add')
  return repository.find(ctx.db, id)
}

/** Only the author edits a request. What was approved is void. */
export async function editRequest(ctx: Context, kinds: Kinds, id: number, { writes, ...texts }: Submitted) {
  const storedRequest = await find(ctx, kinds, id)
  assertStep(ctx, 'edit', storedRequest)
  const content = { ...texts, writes: await collected(ofParts(ctx), kinds, writes, storedRequest.writes) }
  return inTransaction(ctx, async (ctx) => {
    const current = await repository.find(ctx.db, id, { isLocked: true })
    assertStep(ctx, 'edit', current)
    assertFresh(ctx, 'The change request', current)
    const state = current.state === 'in review' || current.state === 'approved' ? 'in review' : 'draft'
    await repository.updateContent(ctx.db, id, content, state, ctx.now())
    if (current.state === 'approved') await comment(ctx, id, 'void', 'The author has edited the request.')
    await log(ctx, { id, title: texts.title }, 'change')
    return repository.find(ctx.db, id)
  })
}

/** Throws `not_allowed` unless the step is for the caller, and `invalid_input` if it is not possible in this state. */
export function assertStep(ctx: Context, step: RequestStep, request: StoredRequest): void {
  if (!isFor(ctx.caller.user, step, request)) throw notAllowed(refusalOf(ctx, step, request))
  if (!isPossible(step, request)) throw invalidState(request)
}

function refusalOf(ctx: Context, step: RequestStep, { author, approvers }: StoredRequest): string {
  const { by } = requestSteps[step]
  if (by === 'author') return `Only its author can ${step} a change request.`
  if (by === 'applicant') return 'Only its author can apply a change request, or a superuser once it is approved.'
  if (by === 'confirmer')
    return 'Only its author, its approvers and superusers can confirm a change request, or take it back.'
  if (author === usernameOf(ctx)) return 'Its author cannot review a change request.'
  const groupWords = approvers ? ' and members of the group that the rule of the tenant names' : ''
  return `Only superusers${groupWords} can review change requests.`
}

export const invalidState = ({ state }: Pick<ChangeRequest, 'state'>) =>
  invalidInput({ state: `The change request is ${state}` })

/** The combined effect of the writes as things are now, with the rights of the author. */
export async function preview(ctx: Context, sources: EstateSources, id: number): Promise<RequestEffects> {
  const request = await find(ctx, sources.kinds, id)
  return effectsIn(ctx, sources, request.writes, await asAuthor(ctx, request))
}

/** The combined effect of writes that no request has yet. Throws the refusals of those that cannot be made. */
export const previewOfWrites = async (ctx: Context, sources: EstateSources, writes: readonly SubmittedWrite[]) =>
  effectsIn(ctx, sources, await collected(ofParts(ctx), sources.kinds, writes, []), ofParts(ctx))

async function effectsIn(
  ctx: Context,
  sources: EstateSources,
  writes: readonly StoredWrite[],
  author: Context,
): Promise<RequestEffects> {
  const { kinds, topology } = sources
  const parts = partsOf(kinds, writes)
  const { rehearsed, operation } = await rehearseWithOperation(author, topology, parts)
  const effects = effectsOf(parts, rehearsed)
  const changes = effects.writes.flatMap((write) => write.changes).filter(({ tenant }) => tenant === ctx.tenant.name)
  // What the reader may see, not the author.
  const findings = await findingChanges(ctx, sources, changes)
  return { ...effects, findings, ...(operation && { operation }) }
}

/** Nobody has to confirm the request any more. Throws `invalid_input` if nobody had to. */
async function endConfirmation({ db, now }: Context, id: number): Promise<void> {
  const isEnded = await repository.endConfirmation(db, id, now())
  if (!isEnded) throw nothingToConfirm()
}

export const nothingToConfirm = () => invalidInput({ state: 'There is nothing to confirm' })

export const act = (
  ctx: Context,
  kinds: Kinds,
  id: number,
  { action, text, about }: InputOf<typeof actOnChangeRequest>['body'] & { action: Exclude<RequestAction, 'take-back'> },
): Promise<StoredRequest> =>
  inTransaction(ctx, async (ctx) => {
    const request = await find(ctx, kinds, id, { isLocked: true })
    assertStep(ctx, action, request)
    const { to } = requestSteps[action]
    if (action === 'comment' && text === '') throw invalidInput({ text: 'Required' })
    if (about && !request.writes.some(({ kind, name }) => kind === about.kind && name === about.name))
      throw invalidInput({ about: 'The change request has no such write' })
    if (action === 'confirm') await endConfirmation(ctx, id)
    if (action === 'unschedule' && isApproved(request)) {
      await repository.updateState(ctx.db, id, { state: 'approved' }, ctx.now())
    } else if (to !== undefined) await repository.updateState(ctx.db, id, { state: to, approved: '' }, ctx.now())
    await comment(ctx, id, action, text, about)
    await log(ctx, request, 'change')
    return repository.find(ctx.db, id)
  })

/** Those of the approvals that count as things are now: their users are active, and can review the request. */
async function countedApprovals({ db }: Context, request: StoredRequest): Promise<ChangeRequest['approvals']> {
  const { approvals } = request
  const users = await findActiveUsers(
    db,
    approvals.map(({ username }) => username),
  )
  const reviewers = new Set(users.flatMap((user) => (isFor(user, 'approve', request) ? [user.username] : [])))
  return approvals.filter(({ username }) => reviewers.has(username))
}

/**
 * The request is approved once it has as many approvals of the same effect as the rule requires, or one. Throws `stale_version` if the
 * combined effect is not the one that the reviewer has seen.
 */
export async function approve(
  ctx: Context,
  kinds: Kinds,
  id: number,
  { effects, text }: Settled,
): Promise<StoredRequest> {
  const request = await find(ctx, kinds, id)
  if (!isPossible('approve', request)) throw invalidState(request)
  assertStep(ctx, 'approve', request)
  const rehearsed = await rehearse(await asAuthor(ctx, request), partsOf(kinds, request.writes))
  assertPossible(rehearsed)
  assertAgreed(effects, rehearsed)
  return inTransaction(ctx, async (ctx) => {
    const current = await repository.find(ctx.db, id, { isLocked: true })
    if (current.rowVersion !== request.rowVersion) throw staleVersion('The change request')
    assertStep(ctx, 'approve', current)
    const approved = digestOf(rehearsed)
    const isSameEffect = current.approved === approved
    if (isApproved(current) && !isSameEffect) {
      await repository.updateState(ctx.db, id, { state: 'in review', approved: '' }, ctx.now())
      await comment(ctx, id, 'void', 'Its effect has changed since it was approved before.')
    }
    if (isSameEffect && current.approvals.some(({ username }) => username === usernameOf(ctx)))
      throw invalidInput({ action: 'You have approved it already' })
    await repository.insertApproval(ctx.db, id, usernameOf(ctx), ctx.now())
    const counted = await countedApprovals(ctx, await repository.find(ctx.db, id))
    const state = counted.length >= Math.max(1, current.approvals_needed) ? 'approved' : 'in review'
    await repository.updateState(ctx.db, id, { state, approved }, ctx.now())
    await comment(ctx, id, 'approve', text)
    await log(ctx, current, 'change')
    return repository.find(ctx.db, id)
  })
}

/** Throws `stale_version` if the combined effect is not this one. */
export function assertAgreed(agreed: string, rehearsed: readonly Rehearsed[]): void {
  if (agreed !== '*' && agreed !== digestOf(rehearsed)) throw staleVersion('What this would change')
}

/** Throws the refusal of the first write that cannot be made. */
export function assertPossible(rehearsed: readonly Rehearsed[]): void {
  for (const [index, tried] of rehearsed.entries()) {
    if ('refusal' in tried) throw new AppError(tried.refusal.code, `Write ${index + 1}: ${tried.refusal.message}`)
  }
}

export const isApproved = ({ approvals }: StoredRequest): boolean => approvals.length > 0

/** What was approved is not approved any more. */
export class ApprovalVoid extends AppError {}

/** The rule requires more approvals. Those that the request has stay. */
export class ApprovalMissing extends AppError {}

/**
 * Throws an `ApprovalVoid` if the request has another effect than the approved one, or if an approver is no reviewer any more; an
 * `ApprovalMissing` if the rule, as it is now, requires more approvals.
 */
export async function assertStillApproved(ctx: Context, request: StoredRequest, rehearsed: readonly Rehearsed[]) {
  const again = 'It has to be reviewed again.'
  if (isApproved(request) && request.approved !== digestOf(rehearsed)) {
    throw new ApprovalVoid('stale_version', `Its effect is not the one that was approved any more. ${again}`)
  }
  const counted = isApproved(request) ? await countedApprovals(ctx, request) : []
  const formerReviewer = request.approvals.find((approval) => !counted.includes(approval))
  if (formerReviewer) {
    throw new ApprovalVoid('not_allowed', `${formerReviewer.username} has approved it, and may not any more. ${again}`)
  }
  const { approvals_needed } = request
  if (counted.length < approvals_needed) {
    const approvals = approvals_needed === 1 ? '1 approval' : `${approvals_needed} approvals`
    throw new ApprovalMissing('not_allowed', `It needs ${approvals} and has ${counted.length}. Submit it for review.`)
  }
}

/** The context of the parts: the author with the present rights, whoever asks. Throws `not_allowed` if the author is gone. */
export async function asAuthor(ctx: Context, { author }: StoredRequest): Promise<Context> {
  const user = await findActiveUser(ctx.db, author)
  if (!user) throw notAllowed(`The author ${author} is no active user any more.`)
  const { userKey, ...rest } = ctx
  const ownKey = author === usernameOf(ctx) && userKey ? { userKey } : {}
  return ofParts({ ...rest, ...ownKey, caller: { ...ctx.caller, user } })
}

/** Options of the request are not those of the writes. */
const ofParts = (ctx: Context): Context => ({ ...ctx, write: {}, recording: { isDone: false } })

export const comment = (
  ctx: Context,
  id: number,
  action: RequestComment['action'],
  text: string,
  about: RequestComment['about'] = null,
) => repository.insertComment(ctx.db, id, { at: ctx.now(), author: actorName(ctx), action, text, about })

export const log = (ctx: Context, { id, title }: Pick<ChangeRequest, 'id' | 'title'>, action: 'add' | 'change') =>
  recordEvent(ctx, { kind: 'changerequest', id, name: title, action })
