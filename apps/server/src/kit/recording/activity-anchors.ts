import { createHmac, timingSafeEqual } from 'node:crypto'
import { parsedJson } from '@quatrain/platform/parsed-json.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#request/tenancy/tenancy.ts'
import { loggedTenants } from './logged-tenants.ts'

/**
 * The last row of a tenant's activity log, signed with a key that the database does not have. Stored outside of the
 * database, it shows later whether rows were removed from the end, or whether all of them were rewritten.
 */
const anchorFields = z.object({
  tenantId: z.int(),
  number: z.int(),
  hash: z.string(),
  at: z.string(),
  signature: z.string(),
})

export type Anchor = z.output<typeof anchorFields>

const logLine = z.object({ anchor: anchorFields })

const signatureOf = (key: string, { tenantId, number, hash, at }: Omit<Anchor, 'signature'>): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([tenantId, number, hash, at]))
    .digest('hex')

/** Whether one of these keys has signed exactly this anchor. */
export function isSignedWith(keys: readonly string[], anchor: Anchor): boolean {
  const signature = Buffer.from(anchor.signature)
  return keys.some((key) => {
    const right = Buffer.from(signatureOf(key, anchor))
    return signature.length === right.length && timingSafeEqual(signature, right)
  })
}

/** The anchor in a line of the server's log; undefined for other lines. */
export function anchorOfLine(line: string): Anchor | undefined {
  if (!line.includes('"anchor"')) return undefined
  return logLine.safeParse(parsedJson(line)).data?.anchor
}

/**
 * The anchors of today, for each tenant with rows and without an anchor: only one of several concurrent processes gets
 * them. Spans tenants; deleted tenants keep their log.
 */
export async function takeAnchors(everyTenant: Db, key: string, now: Date): Promise<Anchor[]> {
  const { rows } = await sql<Pick<Anchor, 'tenantId' | 'number' | 'hash'>>`
    with recursive ${loggedTenants}, taken as (
      insert into activity_anchors as anchor (tenant_id, day)
      select id, ${now.toISOString().slice(0, 10)}::date from logged where id is not null
      on conflict (tenant_id) do update set day = excluded.day where anchor.day < excluded.day
      returning tenant_id
    )
    select taken.tenant_id as "tenantId", last.number, last.hash
    from taken cross join lateral (
      select number, hash from activity where tenant_id = taken.tenant_id order by number desc limit 1
    ) as last
    order by taken.tenant_id`.execute(everyTenant)
  return rows.map((row) => {
    const anchor = { ...row, at: now.toISOString() }
    return { ...anchor, signature: signatureOf(key, anchor) }
  })
}
