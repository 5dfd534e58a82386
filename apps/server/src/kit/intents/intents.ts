import { randomUUID } from 'node:crypto'
import { fromDatabase, toUserError } from '@quatrain/platform/database/failures.ts'
import { sendStatement } from '@quatrain/platform/database/transactions.ts'
import { AppError, inUse } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import { actorNameAt, type Context } from '#request/context/context.ts'

export type IntentAction = 'add' | 'change' | 'delete'

/** A write to two stores that has not ended. */
export interface Intent {
  readonly kind: string
  /** The object's name: it is claimed until the intent is closed. */
  readonly key: string
  readonly action: IntentAction
  /** A token of the owner; it changes when another process takes the write over. */
  readonly holder: string
}

/** An object in both stores, by its name. */
export interface Reference {
  readonly resource: { readonly kind: string; readonly label: { readonly one: string } }
  readonly key: string
}

/** Checks before the remote write that no other process has taken the write over. Throws otherwise. */
export type Hold = () => Promise<void>

interface Claim {
  /** What recovery needs. */
  readonly memo: unknown
  /** The objects in both stores that the written object refers to. */
  readonly references: readonly Reference[]
  /** The error if the object is claimed already. */
  readonly claimed: () => AppError
}

/**
 * Differs after any change of data that a write to two stores may have been prepared with: something was recorded in the tenant, or
 * written to the catalogue. As a function of the database it would be planned with each call.
 */
const preparedState = sql`(select coalesce(sum(number), 0) from catalogue_revisions) || '/' || coalesce(
  (select number from activity where tenant_id = current_tenant() order by number desc limit 1), 0)`

/**
 * Claims an object for a write to two stores, unless an object that it refers to is being deleted. The statement is sent without
 * waiting: `opened` throws the error of `claimed` if the object is claimed already, so that only one of two concurrent writes
 * reaches the Web API, and `in_use`. It is to be waited for before the write goes on.
 */
export async function openIntent(
  ctx: Context,
  { kind, key, action }: Pick<Intent, 'kind' | 'key' | 'action'>,
  { memo, references, claimed }: Claim,
): Promise<{ readonly intent: Intent; readonly opened: Promise<void> }> {
  const holder = randomUUID()
  const claim = sql<{ inDeletion: InDeletion }>`
    with deletion as (select ${selectInDeletion(references)} as claimed), opened as (
      insert into intents (kind, key, action, holder, memo, request_id, actor, address, opened_at, prepared_in)
      select ${kind}, ${key}, ${action}, ${holder}::uuid, ${jsonOf(memo)}::json, ${ctx.origin.requestId},
        ${actorNameAt(ctx, ctx.tenant.id)}, ${ctx.origin.address}, ${ctx.now()}::timestamptz, ${preparedState}
      from deletion where claimed is null
    )
    select claimed as "inDeletion" from deletion`
  const { answer } = await sendStatement(ctx.db, claim)
  const opened = answer.then(
    ([row]) => assertKept(references, row?.inDeletion ?? null),
    (error: unknown) => Promise.reject(fromDatabase(error, { intents_object_key: claimed })),
  )
  opened.catch(() => {})
  return { intent: { kind, key, action, holder }, opened }
}

/** Throws the error of `claimed` while the object is claimed. It is for a write without a claim. */
export async function assertUnclaimed(
  ctx: Context,
  { kind, key }: Pick<Intent, 'kind' | 'key'>,
  claimed: () => AppError,
): Promise<void> {
  const claim = ctx.db.selectFrom('intents').select('id').where('kind', '=', kind).where('key', '=', key)
  if (await claim.executeTakeFirst()) throw claimed()
}

/**
 * Selects which of these objects is being deleted. Under the write lock this is sufficient: a delete that claims one later
 * finds the reference.
 */
const selectInDeletion = (references: readonly Reference[]) =>
  sql<InDeletion>`(
    select json_build_object('kind', intent.kind, 'key', intent.key) from intents as intent
    join json_to_recordset(${JSON.stringify(references.map(({ resource: { kind }, key }) => ({ kind, key })))}::json)
      as wanted (kind text, key text) on wanted.kind = intent.kind and wanted.key = intent.key
    where intent.action = 'delete' order by intent.kind, intent.key limit 1
  )`

type InDeletion = Pick<Intent, 'kind' | 'key'> | null

function assertKept(references: readonly Reference[], inDeletion: InDeletion): void {
  if (inDeletion === null) return
  const { kind, key } = inDeletion
  const label = references.find(({ resource }) => resource.kind === kind)?.resource.label.one
  throw inUse(`The ${label} ${key} is being deleted. Choose another one, or try again in a few minutes.`)
}

/**
 * Whether the claim is still owned. If so, its time before a takeover starts again, `memo`, if given, replaces the
 * previous one, and so does the action of `intent`. It is not owned any more if it was taken over or has ended.
 */
export async function holdIntent(ctx: Context, intent: Intent, memo?: unknown): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('intents')
    .set({
      held_at: sql`clock_timestamp()`,
      action: intent.action,
      ...(memo !== undefined && { memo: JSON.stringify(memo) }),
    })
    .where('kind', '=', intent.kind)
    .where('key', '=', intent.key)
    .where('holder', '=', intent.holder)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const holdOf =
  (ctx: Context, intent: Intent): Hold =>
  async () => {
    if (!(await holdIntent(ctx, intent))) throw takenOver()
  }

/** Ends a claim. Throws if it is not owned any more, so that the transaction is rolled back. */
export async function closeIntent(ctx: Context, intent: Intent): Promise<void> {
  if (!(await dropIntent(ctx, intent))) throw takenOver()
}

/**
 * Ends a claim. The statement is sent without waiting. `ended` tells whether it was owned, and whether the preparation is still
 * valid: nothing was recorded in the tenant since, nor written to the catalogue. It throws `in_use` while one of `references` is
 * being deleted.
 */
export async function endIntent(
  ctx: Context,
  { kind, key, holder }: Intent,
  references: readonly Reference[],
): Promise<{ readonly ended: Promise<{ readonly isOurs: boolean; readonly isAsPrepared: boolean }> }> {
  const end = sql<{ isAsPrepared: boolean; inDeletion: InDeletion }>`
    delete from intents where kind = ${kind} and key = ${key} and holder = ${holder}::uuid
    returning prepared_in is not distinct from (${preparedState}) as "isAsPrepared",
      ${selectInDeletion(references)} as "inDeletion"`
  const { answer } = await sendStatement(ctx.db, end)
  const ended = answer.then(([row]) => {
    if (row) assertKept(references, row.inDeletion)
    return { isOurs: row !== undefined, isAsPrepared: row?.isAsPrepared === true }
  })
  ended.catch(() => {})
  return { ended }
}

/** Ends a claim if it is owned. Returns whether it was. */
export async function dropIntent(ctx: Context, intent: Intent): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('intents')
    .where('kind', '=', intent.kind)
    .where('key', '=', intent.key)
    .where('holder', '=', intent.holder)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The error of a write that another process has taken over. */
export const takenOver = () => new AppError('unavailable', 'It took too long and was given up.')

const jsonOf = (memo: unknown) => (memo === undefined ? null : JSON.stringify(memo))

// Messages about a write to two stores that has not ended yet.

/** The label and name of the written object. Nobody else can write to it until this write has ended. */
export interface Target {
  readonly resource: { readonly kind: string; readonly label: { readonly one: string } }
  readonly action: IntentAction
  readonly key: string
}

/** Recovery has to end the write. Its message says what recovery will do. */
export class Unfinished extends AppError {}

/** The error with what recovery will do, if the outcome of the remote write is unknown. */
export const afterNoAnswer = ({ action }: Target, error: unknown): Unfinished => withFuture(error, noAnswer[action])

/** The error if the remote write was performed; `failure` is why it was not undone, for the log. */
export const afterHalfDone = ({ action }: Pick<Target, 'action'>, error: unknown, failure: unknown): Unfinished =>
  withFuture(error, halfDone[action], failure)

/** The object is claimed: by a write in progress, or by one that waits for recovery. */
export class Claimed extends AppError {}

/** The error of a write to a claimed object, in words. */
export function claimed({ resource, action, key }: Target): Claimed {
  const subject = `the ${resource.label.one} ${key}`
  if (action !== 'add') {
    const detail = `Another user is changing ${subject}, or an interrupted change of it is still being recovered.`
    return new Claimed('stale_version', `${detail} Try again in a few minutes.`)
  }
  const detail = `Another user is adding ${subject}, or an interrupted attempt is still being recovered.`
  return new Claimed('already_exists', `${detail} Try again in a few minutes.`, { fields: { name: 'Already exists' } })
}

function withFuture(error: unknown, future: string, failure: unknown = error): Unfinished {
  const { code, message, extra } = toUserError(error)
  const cause = failure === error ? error : new AggregateError([error, failure], 'It failed, and was not undone')
  return new Unfinished(code, `${message} ${future}`, { ...extra, cause })
}

const finished = 'The delete will be finished in both stores within a few minutes.'

const noAnswer: Readonly<Record<IntentAction, string>> = {
  add: 'If the Web API has added it, it will be removed within a few minutes; until then its name is in use.',
  change:
    'If the Web API has applied the change, it will be undone within a few minutes; until then nobody can change the object.',
  delete: finished,
}

const halfDone: Readonly<Record<IntentAction, string>> = {
  add: 'The Web API has added it; if the database has not, it will be removed from the Web API within a few minutes.',
  change: 'The Web API has applied it; if the database has not, it will be undone in the Web API within a few minutes.',
  delete: finished,
}
