import type { Database } from '@quatrain/platform/database/database.ts'
import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { spanningScope } from '#request/tenancy/tenancy.ts'

/** A backup that was read again after it was written. */
export interface VerifiedBackup {
  readonly createdAt: Date
  readonly verifiedAt: Date
  readonly file: string
  readonly bytes: number
  readonly rows: number
}

/** Remembers the backup as the last one, unless a newer one is known. */
export async function recordVerified(database: Database, backup: VerifiedBackup): Promise<void> {
  const { createdAt, verifiedAt, file, bytes, rows } = backup
  await sql`
    insert into verified_backups as known (created_at, verified_at, file, bytes, rows)
    values (${createdAt}, ${verifiedAt}, ${file}, ${bytes}, ${rows})
    on conflict ((true)) do update set created_at = excluded.created_at, verified_at = excluded.verified_at,
      file = excluded.file, bytes = excluded.bytes, rows = excluded.rows
    where excluded.created_at >= known.created_at`.execute(database.within(spanningScope()))
}

/** The last backup that was found complete; undefined if there is none. */
export const lastVerified = (database: Database): Promise<Pick<VerifiedBackup, 'createdAt' | 'file'> | undefined> =>
  firstRowIn(database.within(spanningScope()))<Pick<VerifiedBackup, 'createdAt' | 'file'>>`
    select created_at as "createdAt", file from verified_backups`
