import {
  type MailPreferences,
  usualMailPreferences,
  type WatchedObject,
} from '@quatrain/contract/accounts/mail-preferences.ts'
import type { requestEvents } from '@quatrain/contract/change-requests/change-request.ts'
import { firstRowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

export const findPreferences = async (db: Db, userId: number): Promise<MailPreferences> =>
  (await firstRowIn(db)<MailPreferences>`
    select reviews, failures, news, watched, findings from mail_preferences where tenant_id = current_tenant() and user_id = ${userId}`) ??
  usualMailPreferences

/** Does nothing for a user who was deleted. What waits to be sent is forgotten if nothing is to be sent any more. */
export const storePreferences = (db: Db, userId: number, preferences: MailPreferences) => {
  const { reviews, failures, news, watched, findings } = preferences
  return sql`with forgotten as (
        delete from request_mails where tenant_id = current_tenant() and user_id = ${userId}
          and ${Object.values(preferences).every((frequency) => frequency === 'never')}
      )
      insert into mail_preferences (user_id, reviews, failures, news, watched, findings)
      select id, ${reviews}, ${failures}, ${news}, ${watched}, ${findings} from users where tenant_id = current_tenant() and id = ${userId}
      on conflict (tenant_id, user_id) do update set reviews = excluded.reviews, failures = excluded.failures,
        news = excluded.news, watched = excluded.watched, findings = excluded.findings`.execute(db)
}

export const findWatched = (db: Db, userId: number) =>
  rowsIn(db)<WatchedObject>`
    select kind, name from watched_objects where tenant_id = current_tenant() and user_id = ${userId}
    group by kind, name order by kind, name`

/** The newest row of the log about this name says which object it is; without one, its next change does. */
export const watch = (db: Db, userId: number, { kind, name }: WatchedObject) =>
  sql`insert into watched_objects (user_id, kind, name, object_id)
      select id, ${kind}, ${name}, (
        select object_id from activity where tenant_id = current_tenant() and kind = ${kind} and object_name = ${name}
        order by number desc limit 1)
      from users where tenant_id = current_tenant() and id = ${userId}`.execute(db)

export const unwatch = (db: Db, userId: number, { kind, name }: WatchedObject) =>
  sql`delete from watched_objects
      where tenant_id = current_tenant() and user_id = ${userId} and kind = ${kind} and name = ${name}`.execute(db)

/** What else mails tell, as `requestEventWords` do of change requests. */
export const otherWords = {
  'past-rule': 'saved it past the rule',
  change: 'changed it',
  delete: 'deleted it',
  findings: 'found more errors or warnings in it',
} as const

/** What a mail tells. */
export interface MailEvent {
  readonly kind: string
  readonly id: number
  readonly name: string
  readonly action: (typeof requestEvents)[number] | keyof typeof otherWords
  readonly actor: string
  readonly remark: string
}

/** A mail that this process sends. */
export interface LeasedMail {
  readonly tenantId: number
  readonly tenant: string
  readonly domain: string
  readonly userId: number
  readonly username: string
  readonly email: string
  /** Identify what it tells. */
  readonly ids: readonly number[]
  readonly events: readonly MailEvent[]
  readonly attempts: number
  /** Of the first attempt. */
  readonly since: string
}

/** Longer than an attempt can take. */
const leaseSeconds = 120

/**
 * Leases all that is due for the user who waits longest; undefined if nothing is due. If this process ends, others send it when the lease
 * has ended. `db` spans tenants.
 */
export const leaseMail = (db: Db, now: Date) =>
  firstRowIn(db)<LeasedMail>`
    with next as materialized (
      select tenant_id, user_id from request_mails
      where due <= ${now}::timestamptz and (leased_until is null or leased_until <= ${now}::timestamptz)
      order by due, id limit 1 for update skip locked
    ), free as materialized (
      select mail.tenant_id, mail.id from request_mails as mail join next using (tenant_id, user_id)
      where mail.due <= ${now}::timestamptz and (mail.leased_until is null or mail.leased_until <= ${now}::timestamptz)
      for update of mail skip locked
    ), leased as (
      update request_mails as mail set attempts = attempts + 1,
        leased_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
      from free where mail.tenant_id = free.tenant_id and mail.id = free.id
      returning mail.*
    )
    select leased.tenant_id as "tenantId", tenant.name as tenant, tenant.domain_url as domain, person.id as "userId",
      person.username, person.email, json_agg(leased.id order by leased.id) as ids,
      json_agg(json_build_object('kind', leased.kind, 'id', leased.object_id, 'name', leased.name, 'action', leased.action,
        'actor', leased.actor, 'remark', leased.remark) order by leased.id) as events,
      max(leased.attempts) as attempts, min(leased.due) as since
    from leased
    join tenants as tenant on tenant.id = leased.tenant_id
    join users as person on person.tenant_id = leased.tenant_id and person.id = leased.user_id
    group by leased.tenant_id, tenant.name, tenant.domain_url, person.id, person.username, person.email`

type Rows = Pick<LeasedMail, 'tenantId' | 'ids'>

/** `db` spans tenants. */
export const removeMail = (db: Db, { tenantId, ids }: Rows) =>
  sql`delete from request_mails where tenant_id = ${tenantId} and id = any(${[...ids]}::integer[])`.execute(db)

/** It is tried again then. `db` spans tenants. */
export const releaseMail = (db: Db, { tenantId, ids }: Rows, until: Date) =>
  sql`update request_mails set leased_until = ${until}::timestamptz
      where tenant_id = ${tenantId} and id = any(${[...ids]}::integer[])`.execute(db)
