import { rowsIn } from '@quatrain/platform/database/rows.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** The newest documents of all objects of these kinds that exist. */
export const findDocuments = (db: Db, kinds: readonly string[]) =>
  rowsIn(db)<{ kind: string; name: string; document: unknown }>`
    select kind, name, document from (
      select distinct on (kind, object_id) kind, name, document, is_deletion from versions
      where tenant_id = current_tenant() and kind = any(${[...kinds]}::text[]) order by kind, object_id, number desc
    ) as newest where not is_deletion`
