import { hash } from 'node:crypto'
import { notices } from '@quatrain/contract/kit/notices.ts'
import { toUserError } from '@quatrain/platform/database/failures.ts'
import type { AppError } from '@quatrain/platform/errors.ts'
import { certainlyNotApplied } from '#clients/web-api/upstream-error.ts'
import { deferDeliveries, type Queued } from '#kit/intents/deliveries.ts'
import {
  claimed,
  closeIntent,
  endIntent,
  holdIntent,
  holdOf,
  type Intent,
  openIntent,
  type Target,
  takenOver,
  Unfinished,
} from '#kit/intents/intents.ts'
import { previewIn } from '#kit/recording/preview.ts'
import { wasRecorded } from '#kit/recording/recorder.ts'
import { type Context, inTransaction, isUnchanged, type WriteOptions } from '#request/context/context.ts'
import type { Preview } from '#request/context/recording.ts'
import { beginTries, beginWrites, endWrite, undoTries, undoWrite } from '#request/tenancy/tenancy.ts'
import { RemoteReads } from './remote-reads.ts'
import { type Applied, type Member, WriteGroup } from './write-group.ts'

/** One write of several. It gets a context of its own in the common transaction. */
export interface Part {
  readonly run: (ctx: Context) => Promise<unknown>
  /**
   * The part to be written instead, if these effects show that the object is not as the part expects it; undefined if it is. Throws if
   * it must not be written. `changesBefore` are those of the parts before it.
   */
  readonly mergedPart?: (effects: Preview, changesBefore: Preview['changes']) => Part | undefined
}

/** What a part would do, or why it cannot be done. `part` is the one that was tried last. */
export type Rehearsed = { readonly part: Part } & (
  | { readonly effects: Preview; readonly warning: string }
  | { readonly refusal: AppError }
)

/** The digest of all effects: it changes whenever that of a part does. */
export const digestOf = (parts: readonly Rehearsed[]): string =>
  hash('sha256', JSON.stringify(parts.map((part) => ('effects' in part ? part.effects.preview : part.refusal.message))))

/** Objects of tenants can depend on metric templates. Those of the super-tenant do not, and its changes may be roll-outs themselves. */
const waitsOf = ({ tenant }: Context) => ({ awaitsRollOuts: tenant.deployment !== 'super' })

/** What a rehearsal finds out besides, for who reads it; both take further statements. */
interface Besides {
  /** Warnings of saves. */
  readonly hasWarnings?: boolean
  /** Called in the transaction, before the first part and after the last one. It may be repeated. */
  readonly observe?: (ctx: Context, at: 'before' | 'after') => Promise<void>
}

/**
 * The effects of all parts, each after those before it: one transaction that is rolled back. A part that is refused has no
 * effects, and the others are tried without it.
 */
export function rehearse(
  ctx: Context,
  parts: readonly Part[],
  { hasWarnings = false, observe }: Besides = {},
): Promise<Rehearsed[]> {
  const reads = new RemoteReads()
  const dryRun = { ...reads.within(ctx), write: { ...ctx.write, dryRun: true, withoutWarnings: !hasWarnings } }
  return reads.attempt(() =>
    inTransaction(
      { ...dryRun, recording: { isDone: false } },
      async (ctx) => {
        await observe?.(ctx, 'before')
        const rehearsed = await rehearseIn(ctx, new WriteGroup(), parts)
        await observe?.(ctx, 'after')
        return rehearsed
      },
      waitsOf(ctx),
    ),
  )
}

/**
 * The context of one part. Tenants follow a change of the catalogue by jobs: the end of a roll-out takes the lock of metric templates, after
 * which another part must not take write locks of tenants.
 */
const partOf = (ctx: Context, options: WriteOptions): Context => ({
  ...ctx,
  write: { ...ctx.write, withoutWarnings: true, tenantsAtOnce: 0, ...options },
  recording: { isDone: false },
})

const warnings = notices.pick({ warning: true })

async function rehearseIn(ctx: Context, group: WriteGroup, parts: readonly Part[]): Promise<Rehearsed[]> {
  group.collect(ctx.db)
  await beginTries(ctx.db)
  const rehearsed: Rehearsed[] = []
  for (const part of parts) {
    const changesBefore = rehearsed.flatMap((tried) => ('effects' in tried ? tried.effects.changes : []))
    rehearsed.push(await rehearsePart(ctx, group, part, changesBefore))
  }
  return rehearsed
}

async function rehearsePart(
  ctx: Context,
  group: WriteGroup,
  part: Part,
  changesBefore: Preview['changes'],
): Promise<Rehearsed> {
  const partContext = partOf(ctx, { dryRun: true, withoutWarnings: ctx.write.withoutWarnings ?? true })
  const { length } = group.members
  const undo = () => {
    group.members.length = length
    return undoWrite(ctx.db)
  }
  try {
    const response = await part.run(partContext)
    const effects = previewIn(partContext)
    const otherPart = part.mergedPart?.(effects, changesBefore)
    if (otherPart) {
      await undo()
      return await rehearsePart(ctx, group, otherPart, changesBefore)
    }
    await endWrite(ctx.db)
    return { part, effects, warning: warnings.safeParse(response).data?.warning ?? '' }
  } catch (error) {
    await undo()
    await endWrite(ctx.db)
    return { part, refusal: toUserError(error) }
  }
}

/** What `writeTogether` writes, and what the caller does in its two transactions. */
export interface CommonWrite {
  readonly parts: readonly Part[]
  /** Called in the transaction of the claims, after all parts were tried. Throws if they must not be written. */
  readonly begin: (ctx: Context, rehearsed: readonly Rehearsed[]) => Promise<void>
  /** Called in the transaction that stores the parts, after them. */
  readonly finish: (ctx: Context) => Promise<void>
}

/** A member whose object is claimed. */
interface Claimed extends Member {
  intent: Intent
  /** Whether the Web API may have got it. */
  isSent: boolean
  applied?: Applied
}

/** A write of all parts that has been begun. */
interface Progress {
  /** As they were tried last. */
  readonly parts: readonly Rehearsed[]
  readonly group: WriteGroup
  readonly members: readonly Claimed[]
  isStored: boolean
  deliveries: readonly Queued[]
}

/**
 * Writes all parts, to both stores or to neither, whatever fails and whenever a process ends (decision 165):
 * 1. in one transaction, tries them, and claims their objects in both stores;
 * 2. sends adds and changes to the Web API, in the order of the parts, each claim with what recovery needs to take it back;
 * 3. in one transaction, makes all local writes and ends the claims, except those of deletes;
 * 4. removes what was deleted from the Web API; recovery finishes what fails here.
 * Until 3 is committed, recovery takes back each object that is claimed; afterwards it finishes the deletes. Returns the deliveries
 * that the parts have stored. Throws the error of the first step that fails, and an `Unfinished` if recovery has to take something back.
 */
export async function writeTogether(outer: Context, together: CommonWrite): Promise<readonly Queued[]> {
  const startedAt = outer.now()
  // What the parts compute is the same in both transactions.
  const reads = new RemoteReads()
  const ctx = reads.within({ ...outer, now: () => startedAt })
  const progress = await reads.attempt(() => claimAll(ctx, together))
  try {
    for (const members of sentTogether(progress.members)) await sendAll(ctx, progress.group, members)
    await reads.attempt(() => store(ctx, together.finish, progress))
  } catch (error) {
    // Only the response to the commit was lost.
    if (!(progress.isStored && (await wasRecorded(ctx, startedAt).catch(() => false))))
      throw await takeBack(ctx, progress, error)
  }
  for (const member of progress.members) if (member.write.action === 'delete') await removeRemote(ctx, member)
  return progress.deliveries
}

/** Recovery of a claim with the action `change` sends what the database has: nothing is lost before something was sent. */
const asChange = (target: Target): Target => ({ ...target, action: 'change' })

function claimAll(ctx: Context, { parts, begin }: CommonWrite): Promise<Progress> {
  return inTransaction(
    { ...ctx, recording: { isDone: false } },
    async (ctx) => {
      const group = new WriteGroup()
      const rehearsed = await rehearseIn(ctx, group, parts)
      await undoTries(ctx.db)
      await begin(ctx, rehearsed)
      const members = await Promise.all(
        group.members.map(async (member) =>
          Object.assign(member, { intent: await claim(ctx, member.write), isSent: false }),
        ),
      )
      return { parts: rehearsed, group, members, isStored: false, deliveries: [] }
    },
    waitsOf(ctx),
  )
}

async function claim(ctx: Context, write: Member['write']): Promise<Intent> {
  const { kind } = write.resource
  const details = { memo: undefined, references: write.references, claimed: () => claimed(asChange(write)) }
  const { intent, opened } = await openIntent(ctx, { kind, key: write.key, action: 'change' }, details)
  await opened
  return intent
}

const isRenamed = ({ write: { key, content } }: Member): boolean => {
  const object = content?.()
  return typeof object === 'object' && object !== null && 'name' in object && object.name !== key
}

/**
 * The adds and changes in their order, in groups that can be sent at the same time: objects of one kind do not refer to each other. One
 * that is renamed is alone, because others can get its name.
 */
function sentTogether(members: readonly Claimed[]): Claimed[][] {
  const groups: Claimed[][] = []
  for (const member of members) {
    if (member.write.action === 'delete') continue
    const group = groups.at(-1)
    const [first] = group ?? []
    const isTogether = first && first.write.resource.kind === member.write.resource.kind && !isRenamed(first)
    if (group && isTogether && !isRenamed(member)) group.push(member)
    else groups.push([member])
  }
  return groups
}

/** More would not be quicker: the Web API makes the writes of a tenant one after the other. */
const maxCalls = 8

/** Sends some of them at the same time. When one fails, no other is begun; throws its error when all that were begun have ended. */
async function sendAll(ctx: Context, group: WriteGroup, members: readonly Claimed[]): Promise<void> {
  const failures: unknown[] = []
  const waiting = members.values()
  const sendNext = async () => {
    for (const member of waiting) {
      await send(ctx, group, member).catch((error) => failures.push(error))
      if (failures.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxCalls, members.length) }, sendNext))
  if (failures.length > 0) throw failures[0]
}

/** Sends an add or a change to the Web API. What recovery needs to take it back is stored before. */
async function send(ctx: Context, group: WriteGroup, member: Claimed): Promise<void> {
  const { write, placeholder } = member
  const sendRemote = await write.readRemote()
  member.intent = { ...member.intent, action: write.action }
  if (!(await holdIntent(ctx, member.intent, write.memo?.()))) throw takenOver()
  member.isSent = true
  const applied = await sendRemote().catch((error: unknown) => {
    member.isSent = !certainlyNotApplied(error)
    throw error
  })
  member.applied = applied
  group.ids.set(placeholder, applied.id)
  await applied.check()
}

async function store(ctx: Context, finish: CommonWrite['finish'], progress: Progress): Promise<void> {
  const { parts, group, members } = progress
  await inTransaction(
    { ...ctx, recording: { isDone: false } },
    async (ctx) => {
      group.store(ctx.db)
      progress.deliveries = deferDeliveries(ctx.db)
      // They are sent without waiting for each other.
      await Promise.all(members.map((member) => endClaim(ctx, member)))
      await beginWrites(ctx.db)
      for (const part of parts) await storePart(ctx, part)
      await finish(ctx)
      progress.isStored = true
    },
    waitsOf(ctx),
  )
}

/** Ends the claim of an add or a change; that of a delete stays. */
async function endClaim(ctx: Context, member: Claimed): Promise<void> {
  const { write, intent } = member
  if (write.action !== 'delete') {
    const { ended } = await endIntent(ctx, intent, write.references)
    if (!(await ended).isOurs) throw takenOver()
    return
  }
  member.intent = { ...intent, action: 'delete' }
  if (!(await holdIntent(ctx, member.intent, { removedId: write.removedId }))) throw takenOver()
}

/** Throws `stale_version` if it would have other effects than those that were tried: another write has come between. */
async function storePart(ctx: Context, rehearsed: Rehearsed): Promise<void> {
  if ('refusal' in rehearsed) throw rehearsed.refusal
  const partContext = partOf(ctx, { ifPreviewMatch: rehearsed.effects.preview })
  await rehearsed.part.run(partContext)
  if (isUnchanged(partContext)) await undoWrite(ctx.db)
  await endWrite(ctx.db)
}

/** Removes from the Web API what the console has deleted. Recovery tries again what fails. */
async function removeRemote(ctx: Context, { write, intent }: Claimed): Promise<void> {
  try {
    const sendRemote = await write.readRemote()
    const { check } = await sendRemote()
    await check()
    await closeIntent(ctx, intent)
  } catch {
    // The claim stays.
  }
}

/** Takes back what the Web API has got, the last one first. Returns the error of the whole write. */
async function takeBack(ctx: Context, { members }: Progress, error: unknown): Promise<unknown> {
  const failures: unknown[] = []
  for (const member of members.toReversed())
    await takeBackMember(ctx, member).catch((failure) => failures.push(failure))
  if (failures.length === 0) return error
  const { code, message, extra } = toUserError(error)
  const cause = new AggregateError([error, ...failures], 'It failed, and was not taken back')
  const future = 'What the Web API has got of it will be taken back within a few minutes.'
  return new Unfinished(code, `${message} ${future}`, { ...extra, cause })
}

async function takeBackMember(ctx: Context, { write, intent, applied, isSent }: Claimed): Promise<void> {
  // Whether the Web API has it is unknown: recovery waits until no call can be in progress.
  if (isSent && !applied)
    throw new Error(`There is no answer to the write of ${write.resource.label.one} ${write.key}.`)
  if (applied) {
    if (!(await holdIntent(ctx, intent, write.memo?.(applied.id)))) throw takenOver()
    await write.undoRemote?.(ctx, applied.id, holdOf(ctx, intent))
  }
  await closeIntent(ctx, intent)
}
