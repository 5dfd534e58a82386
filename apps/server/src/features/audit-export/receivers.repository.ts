import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import { asRecords, type Cursors } from './logged-rows.repository.ts'

/** A receiver, and the process or command that sends to it. */
export interface Lease {
  readonly receiver: string
  /** A UUID. */
  readonly holder: string
  /** Whether it only gets the rows of chosen tenants. */
  readonly isOfChosen?: boolean
}

/** A process that has not sent anything for this long may be replaced by another one. */
export const heldSeconds = 60

const until = sql`clock_timestamp() + make_interval(secs => ${heldSeconds})`

/** Holds the receiver, anew or still; returns false if somebody else does. `db` spans tenants, in all of these functions. */
export async function holdReceiver(db: Db, { receiver, holder, isOfChosen = false }: Lease): Promise<boolean> {
  const { rows } = await sql`
    insert into audit_receivers as held (name, holder, held_until, every_tenant)
    values (${receiver}, ${holder}::uuid, ${until}, ${!isOfChosen})
    on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until,
      every_tenant = held.every_tenant or excluded.every_tenant
      where held.holder = excluded.holder or held.held_until <= clock_timestamp()
    returning name`.execute(db)
  return rows.length > 0
}

/** Removes a receiver that is not used any more, with its cursors. Returns false if it is held, or unknown. */
export async function removeReceiver(db: Db, receiver: string): Promise<boolean> {
  const { rows } = await sql`
    with removed as (
      delete from audit_receivers where name = ${receiver} and held_until <= clock_timestamp() returning name
    ), forgotten as (
      delete from audit_cursors where receiver = ${receiver}
        and not exists (select from audit_receivers where name = ${receiver} and held_until > clock_timestamp())
      returning receiver as name
    )
    select name from removed union all select name from forgotten limit 1`.execute(db)
  return rows.length > 0
}

/** Lets others hold it at once. */
export async function releaseReceiver(db: Db, { receiver, holder }: Lease): Promise<void> {
  await sql`
    update audit_receivers set held_until = clock_timestamp() where name = ${receiver} and holder = ${holder}::uuid
  `.execute(db)
}

export async function readCursors(db: Db, receiver: string): Promise<Cursors> {
  const receivers = await db
    .selectFrom('audit_cursors')
    .select(['tenant_id', 'number'])
    .where('receiver', '=', receiver)
    .execute()
  return new Map(receivers.map(({ tenant_id, number }) => [tenant_id, number]))
}

/** Stores what the receiver has, and holds it longer. Returns false, and stores nothing, if somebody else holds it. */
export async function moveCursors(db: Db, { receiver, holder }: Lease, cursors: Cursors): Promise<boolean> {
  const { rows } = await sql`
    with held as (
      update audit_receivers set held_until = ${until} where name = ${receiver} and holder = ${holder}::uuid returning name
    ), moved as (
      insert into audit_cursors (tenant_id, receiver, number)
      select given.tenant, held.name, given.number
      from held cross join json_to_recordset(${asRecords(cursors)}::json) as given (tenant integer, number integer)
      on conflict (tenant_id, receiver) do update set number = excluded.number
    )
    select name from held`.execute(db)
  return rows.length > 0
}
