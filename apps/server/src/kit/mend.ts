import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '#request/context.ts'
import type { Db } from '#request/tenancy.ts'
import { type Hold, holdOf, type Intent } from './intents.ts'

export interface OpenIntent extends Intent {
  readonly tenantId: number
  readonly actor: string
  readonly requestId: string
  readonly address: string
  readonly memo: unknown
}

/**
 * Finishes or takes back one write of its kind, and closes its intent; to be called again when it throws. Our own half
 * is as it was before.
 */
export type Mender = (ctx: Context, intent: OpenIntent, hold: Hold) => Promise<void>

export interface Mending {
  readonly everyTenant: Db
  readonly contextFor: (intent: OpenIntent) => Promise<Context>
  readonly menders: Readonly<Record<string, Mender>>
  /** Seconds that somebody may still be at work on an intent after having taken hold of it. */
  readonly olderThan: number
  readonly log: FastifyBaseLogger
  /** Asked before each intent: no more are begun when it says so. */
  readonly isEnding?: () => boolean
}

/**
 * Finishes or takes back what crashes and silent Web APIs left half-done (decision D23). Each intent is tried once;
 * failures stay, and are logged. Answers with the number mended.
 */
export async function mendIntents(mending: Mending): Promise<number> {
  const { isEnding = () => false } = mending
  let mended = 0
  for (const left of await findLeft(mending)) {
    if (isEnding()) break
    const intent = await takeOver(mending, left, mending.olderThan)
    if (intent && (await mend(mending, intent)) === undefined) mended += 1
  }
  return mended
}

/** Does one thing that is to be done, whoever held it last. Answers why it could not be done; nothing when it was. */
export async function mendNow(
  mending: Mending,
  { tenant, kind, key }: { readonly tenant: { readonly id: number }; readonly kind: string; readonly key: string },
): Promise<string | undefined> {
  const wanted = mending.everyTenant.selectFrom('intents').select('id').where('tenant_id', '=', tenant.id)
  const found = await wanted.where('kind', '=', kind).where('key', '=', key).executeTakeFirst()
  // Somebody else has done it meanwhile, or is doing it.
  const intent = found && (await takeOver(mending, { tenantId: tenant.id, id: found.id }, 0))
  return intent && mend(mending, intent)
}

async function mend(mending: Mending, intent: OpenIntent): Promise<string | undefined> {
  const { contextFor, menders, log } = mending
  const { id, kind, key, action } = intent
  try {
    const mender = menders[kind]
    if (!mender) throw new Error(`Nobody mends ${kind}.`)
    const ctx = await contextFor(intent)
    await mender(ctx, intent, holdOf(ctx, intent))
    log.warn({ intent: id, kind, key, action }, 'write mended')
    return undefined
  } catch (error) {
    log.error({ intent: id, kind, key, action, err: error }, 'write not mended')
    await remember(mending, intent, error)
    return error instanceof Error ? error.message : String(error)
  }
}

interface Left {
  readonly tenantId: number
  readonly id: number
}

// All of this spans tenants: nobody's request is asking. Times are the database's own: processes may differ in theirs.
const isLeft = (olderThan: number) => sql`held_at <= clock_timestamp() - make_interval(secs => ${olderThan})`

/** Those that nobody has held for long enough; the one that was tried longest ago comes first. */
async function findLeft({ everyTenant, olderThan }: Mending): Promise<Left[]> {
  const { rows } = await sql<Left>`
    select tenant_id as "tenantId", id from intents where ${isLeft(olderThan)} order by held_at
  `.execute(everyTenant)
  return rows
}

/** Nothing when the write has ended meanwhile, is just ending, or is another mender's. */
async function takeOver(
  { everyTenant }: Mending,
  { tenantId, id }: Left,
  olderThan: number,
): Promise<OpenIntent | undefined> {
  const { rows } = await sql<OpenIntent>`
    update intents set holder = gen_random_uuid(), held_at = clock_timestamp()
    where (tenant_id, id) in (
      select tenant_id, id from intents
      where tenant_id = ${tenantId} and id = ${id} and ${isLeft(olderThan)}
      for update skip locked)
    returning id, kind, key, action, holder, tenant_id as "tenantId", actor, request_id as "requestId", address, memo
  `.execute(everyTenant)
  return rows[0]
}

const remember = ({ everyTenant }: Mending, intent: OpenIntent, error: unknown) =>
  everyTenant
    .updateTable('intents')
    .set({ last_error: error instanceof Error ? error.message : String(error) })
    .where('tenant_id', '=', intent.tenantId)
    .where('id', '=', intent.id)
    .execute()
