import type { Database } from '@quatrain/platform/database/database.ts'
import { sql } from 'kysely'
import { inTenant, operatorOn } from '#kit/operator.ts'

interface StoredVersion {
  readonly number: number
  readonly changed_by: string
  readonly document: object
}

/** All stored versions of a tenant's item, including hidden ones; of a metric profile by default. */
export const storedVersions = (
  database: Database,
  tenant: string,
  id: string,
  table = 'metric_profile_versions',
): Promise<StoredVersion[]> =>
  inTenant(operatorOn(database), tenant, async (db) => {
    const { rows } = await sql<StoredVersion>`select number, changed_by, document from ${sql.table(table)}
      where item_id = ${id}::uuid order by number`.execute(db)
    return rows
  })

interface StoredList {
  readonly number: number
  readonly changed_by: string
  readonly document: object | null
}

/** All stored versions of a tenant's service types, in order. */
export const storedServiceTypes = (database: Database, tenant: string): Promise<StoredList[]> =>
  inTenant(operatorOn(database), tenant, async (db, id) => {
    const { rows } = await sql<StoredList>`select number, changed_by, document from service_type_list_versions
      where tenant_id = ${id} order by day, number`.execute(db)
    return rows
  })
