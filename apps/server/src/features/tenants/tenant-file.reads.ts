import type { RollOutJob } from '@quatrain/contract/catalogue/roll-outs.ts'
import { firstRowIn, rowIn, valueIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tenant } from '#request/tenancy/tenancy.ts'

type Numbered = Pick<Tenant, 'id'>

/** The row of a tenant in its file. */
export const tenantSettings = z.object({
  combined: z.boolean(),
  combined_from: z.array(z.string()),
  created_on: z.string(),
  use_service_title: z.boolean(),
  terms_url: z.string(),
  privacy_url: z.string(),
  saml_login_string: z.string(),
})
type TenantSettings = z.output<typeof tenantSettings>

export const settingsOf = (db: Db, { id }: Numbered) =>
  rowIn(db)<TenantSettings>`
    select combined, combined_from, to_char(created_on, 'YYYY-MM-DD') as created_on, use_service_title, terms_url,
      privacy_url, saml_login_string
    from tenants where id = ${id}`

/** A roll-out that a tenant has not followed. */
export interface OpenRollOut {
  readonly id: number
  readonly state: Exclude<RollOutJob['state'], 'done'>
}

/** The oldest roll-out that the tenant has not followed: it still sees a former state of the catalogue. */
export const openRollOutOf = (db: Db, { id }: Numbered) =>
  firstRowIn(db)<OpenRollOut>`
    select roll_out_id as id, state from roll_out_jobs where tenant_id = ${id} and state <> 'done'
    order by roll_out_id limit 1`

/** Whether the tenant has a key for SAML messages. */
export async function signs(db: Db, { id }: Numbered): Promise<boolean> {
  const { rows } = await sql`select from saml_keys where tenant_id = ${id} limit 1`.execute(db)
  return rows.length > 0
}

/** The random text that identifies the state of the installation. */
export const epochIn = (db: Db): Promise<string> => valueIn(db)<string>`select epoch::text from database_epoch`
