import type { Webhook, WebhookDocument } from '@quatrain/contract/resources/webhook.ts'
import { explaining } from '@quatrain/platform/database/failures.ts'
import { rowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { alreadyExists, notFound } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { IdOrKey } from '#kit/resource/plain-writes.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** A webhook with its row version, and its secrets as stored. */
export type StoredWebhook = Webhook & { readonly rowVersion: number; readonly sealed: string | null }

const columns = sql`id, row_version as "rowVersion", name, address, events, has_values, active, paused_because,
  coalesce(has_former_secret, false) as has_former_secret, secrets_sealed as sealed`

/** By name. */
export const findAll = (db: Db) => rowsIn(db)<StoredWebhook>`select ${columns} from webhooks order by name`

/** Throws `not_found`. */
export const find = (db: Db, criteria: IdOrKey, { isLocked = false } = {}) =>
  rowIn(db, () => notFound('Webhook'))<StoredWebhook>`
    select ${columns} from webhooks where tenant_id = current_tenant()
      and ${'id' in criteria ? sql`id = ${criteria.id}::integer` : sql`name = ${criteria.key}`}
    ${isLocked ? sql`for update` : sql``}`

/** Locks the webhook until the transaction ends. Throws `not_found`. */
export const findForUpdate = (db: Db, criteria: IdOrKey) => find(db, criteria, { isLocked: true })

export const insert = (db: Db, { name, address, events, has_values, active }: WebhookDocument) =>
  rowIn(db)<{ id: number; rowVersion: number }>`
    insert into webhooks (name, address, events, has_values, active)
    values (${name}, ${address}, ${[...events]}::text[], ${has_values}, ${active})
    returning id, row_version as "rowVersion"`.catch(explain)

/** What waits for a webhook that becomes active is tried for another day. */
export const update = (db: Db, { id, name, address, events, has_values, active }: WebhookDocument & { id: number }) =>
  sql`with resumed as (
        update webhook_deliveries set due = at, first_tried = null from webhooks as webhook
        where webhook.tenant_id = current_tenant() and webhook.id = ${id} and not webhook.active and ${active}
          and webhook_deliveries.tenant_id = webhook.tenant_id and webhook_deliveries.webhook = webhook.id
          and webhook_deliveries.state = 'waiting'
      )
      update webhooks set name = ${name}, address = ${address}, events = ${[...events]}::text[], has_values = ${has_values},
        active = ${active}, paused_because = case when ${active} then '' else paused_because end, row_version = row_version + 1
      where tenant_id = current_tenant() and id = ${id}`
    .execute(db)
    .catch(explain)

export const remove = (db: Db, id: number) =>
  sql`delete from webhooks where tenant_id = current_tenant() and id = ${id}`.execute(db)

const explain = explaining({ webhooks_name_key: () => alreadyExists('Webhook with this name', 'name') })

export const storeReason = (db: Db, id: number, reason: string) =>
  sql`update webhooks set paused_because = ${reason} where tenant_id = current_tenant() and id = ${id}`.execute(db)

export const markFormerSecret = (db: Db, id: number, hasFormer: boolean) =>
  sql`update webhooks set has_former_secret = ${hasFormer} where tenant_id = current_tenant() and id = ${id}`.execute(
    db,
  )

/** The secrets as stored of all webhooks that the handle sees. */
export const findSealed = (db: Db) =>
  rowsIn(db)<{ tenantId: number; id: number; name: string; sealed: string }>`
    select tenant_id as "tenantId", id, name, secrets_sealed as sealed from webhooks
    where secrets_sealed is not null order by tenant_id, name`

export const storeSecrets = (
  db: Db,
  { tenantId, id }: { readonly tenantId: number; readonly id: number },
  sealed: string,
) => sql`update webhooks set secrets_sealed = ${sealed} where tenant_id = ${tenantId} and id = ${id}`.execute(db)
