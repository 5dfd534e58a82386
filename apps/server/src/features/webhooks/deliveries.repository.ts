import { expiresSoonDays } from '@quatrain/contract/kit/key-limits.ts'
import type { WebhookDelivery } from '@quatrain/contract/resources/webhook.ts'
import { rowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

/** A message that this process sends, with all that it contains. */
export interface Leased {
  readonly tenantId: number
  readonly tenant: string
  readonly domain: string
  readonly webhookId: number
  readonly name: string
  readonly address: string
  readonly hasValues: boolean
  readonly sealed: string | null
  readonly id: string
  readonly kind: string
  readonly action: string
  readonly objectId: number
  readonly objectName: string
  readonly at: string
  readonly isAsked: boolean
  /** The number of this attempt, and the first of those that may follow each other for a day. */
  readonly attempt: number
  readonly firstTried: string
  /** The row of the activity log, as far as it is still there. */
  readonly number: number | null
  readonly actor: string | null
  readonly requestId: string | null
  readonly before: Document | null
  readonly after: Document | null
  readonly details: Document | null
}

type Document = Readonly<Record<string, unknown>>

/** Longer than an attempt can take. */
const leaseSeconds = 60

/**
 * Leases messages that are due, at most one of each webhook that no process is sending to: of each object the oldest. If this process
 * ends, others send them when the lease has ended. `db` spans tenants.
 */
export const lease = (db: Db, now: Date, most: number) =>
  rowsIn(db)<Leased>`
    with due as materialized (
      select due.tenant_id, due.id from webhooks as webhook
      cross join lateral (
        select delivery.* from webhook_deliveries as delivery
        where delivery.tenant_id = webhook.tenant_id and delivery.webhook = webhook.id and delivery.state = 'waiting'
          and delivery.due <= ${now}::timestamptz and (delivery.is_asked or webhook.active and not exists (
            select from webhook_deliveries as older
            where older.tenant_id = delivery.tenant_id and older.webhook = delivery.webhook and older.kind = delivery.kind
              and older.object_id = delivery.object_id and older.number < delivery.number and older.state = 'waiting'
              and not older.is_asked))
        order by delivery.number limit 1
      ) as due
      where not exists (
        select from webhook_deliveries as busy
        where busy.tenant_id = webhook.tenant_id and busy.webhook = webhook.id and busy.state = 'waiting'
          and busy.leased_until > ${now}::timestamptz)
      order by due.due limit ${most}
    ), free as materialized (
      select delivery.tenant_id, delivery.id from webhook_deliveries as delivery join due using (tenant_id, id)
      where delivery.state = 'waiting' and (delivery.leased_until is null or delivery.leased_until <= ${now}::timestamptz)
        and delivery.due <= ${now}::timestamptz
      for update of delivery skip locked
    ), leased as (
      update webhook_deliveries as delivery set attempts = attempts + 1,
        first_tried = coalesce(first_tried, ${now}::timestamptz),
        leased_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
      from free where delivery.tenant_id = free.tenant_id and delivery.id = free.id
      returning delivery.*
    )
    select leased.tenant_id as "tenantId", tenant.name as tenant, tenant.domain_url as domain, webhook.id as "webhookId",
      webhook.name, webhook.address, webhook.has_values as "hasValues", webhook.secrets_sealed as sealed, leased.id, leased.kind,
      leased.action, leased.object_id as "objectId", leased.object_name as "objectName", leased.at, leased.is_asked as "isAsked",
      leased.attempts as attempt, leased.first_tried as "firstTried", logged.number, logged.actor,
      logged.request_id as "requestId", logged.before, logged.after, leased.details
    from leased
    join webhooks as webhook on webhook.tenant_id = leased.tenant_id and webhook.id = leased.webhook
    join tenants as tenant on tenant.id = leased.tenant_id
    left join activity_with_documents as logged on logged.tenant_id = leased.tenant_id and logged.number = leased.activity`

interface Attempt {
  readonly at: Date
  readonly status: number | null
  readonly milliseconds: number
  readonly answer: string
}

/** What follows an attempt: `due` is for a message that waits. */
interface Next {
  readonly state: 'waiting' | 'sent' | 'failed'
  readonly due: Date
}

/** Stores an attempt, unless the lease has ended and another process has tried since. `db` spans tenants. */
export const storeAttempt = (
  db: Db,
  { tenantId, id, attempt }: Pick<Leased, 'tenantId' | 'id' | 'attempt'>,
  { at, status, milliseconds, answer }: Attempt,
  { state, due }: Next,
) =>
  sql`with tried as (
        update webhook_deliveries set state = ${state}, due = ${due}::timestamptz, leased_until = null,
          is_asked = is_asked and ${state} = 'waiting'
        where tenant_id = ${tenantId} and id = ${id}::uuid and attempts = ${attempt} and state = 'waiting'
        returning tenant_id, id
      )
      insert into webhook_attempts (tenant_id, delivery, number, at, status, milliseconds, answer)
      select tenant_id, id, ${attempt}, ${at}::timestamptz, ${status}::integer, ${milliseconds}::integer, ${answer}::text
      from tried`.execute(db)

const isoOf = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The last 100 messages of a webhook with every attempt, the newest first. */
export const findDeliveries = (db: Db, webhook: number) =>
  rowsIn(db)<WebhookDelivery>`
    select delivery.id, delivery.kind || '.' || delivery.action as event, delivery.object_name as name,
      ${isoOf('delivery.at')} as at, delivery.state, case when delivery.state = 'waiting' then ${isoOf('delivery.due')} end as due,
      (select coalesce(json_agg(json_build_object('at', ${isoOf('attempt.at')}, 'status', attempt.status,
         'milliseconds', attempt.milliseconds, 'answer', attempt.answer) order by attempt.number desc), '[]')
       from webhook_attempts as attempt
       where attempt.tenant_id = delivery.tenant_id and attempt.delivery = delivery.id) as attempts
    from webhook_deliveries as delivery where tenant_id = current_tenant() and webhook = ${webhook}
    order by delivery.number desc limit 100`

/** A message that a user asks for, which says nothing. Returns its id. */
export const insertTest = (db: Db, webhook: { readonly id: number; readonly name: string }, now: Date) =>
  rowIn(db)<{ id: string }>`
    insert into webhook_deliveries (webhook, kind, action, object_id, object_name, at, due, details, is_asked)
    values (${webhook.id}, 'webhook', 'test', ${webhook.id}, ${webhook.name}, ${now}::timestamptz, ${now}::timestamptz,
      '{}', true)
    returning id`

/** One that waits is tried now, and goes on being tried; another one is sent once. Throws `not_found`. */
export const sendAgain = (db: Db, webhook: number, id: string, now: Date) =>
  rowIn(db, () => notFound('Message'))<{ id: string }>`
    update webhook_deliveries set state = 'waiting', is_asked = is_asked or state <> 'waiting', due = ${now}::timestamptz
    where tenant_id = current_tenant() and webhook = ${webhook} and id = ${id}::uuid
    returning id`

/** Tells once of each key that it is about to expire. `db` spans tenants. */
export async function announceExpiringKeys(db: Db, now: Date): Promise<void> {
  const soon = new Date(now.getTime() + expiresSoonDays * 86_400_000)
  await sql`
    insert into webhook_deliveries (tenant_id, id, webhook, kind, action, object_id, object_name, at, due, details)
    select key.tenant_id, md5(concat_ws('/', webhook.tenant_id, webhook.id, key.kind, key.id, key.expires_at))::uuid, webhook.id,
      key.kind, 'expire', key.id, key.name, ${now}::timestamptz, ${now}::timestamptz,
      json_build_object('expires', key.expires_at)
    from (
      select tenant_id, 'apikey' as kind, id, name, expires_at from api_keys where not revoked
      union all
      select own.tenant_id, 'userkey', own.id, own.name || ' of ' || person.username, own.expires_at
      from user_keys as own join users as person on person.tenant_id = own.tenant_id and person.id = own.user_id
    ) as key
    join webhooks as webhook on webhook.tenant_id = key.tenant_id and webhook.active
      and is_told(webhook.events, key.kind, 'expire')
    where key.expires_at > ${now}::timestamptz and key.expires_at <= ${soon}::timestamptz
    on conflict do nothing`.execute(db)
}
