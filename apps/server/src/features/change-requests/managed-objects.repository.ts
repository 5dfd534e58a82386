// Objects that are managed as code: who manages them, and what they were when they were applied.
import type { ManagedObject } from '@quatrain/contract/configuration/configuration.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import type { Context } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** The objects and the writes of a change request whose writes files say. */
const ofRequest = (id: number) => sql`
  request as (
    select managed ->> 'owner' as owner, managed ->> 'link' as link, managed ->> 'commit' as commit,
      (managed ->> 'adopt')::boolean as adopts, (managed ->> 'prune')::boolean as prunes, managed -> 'objects' as objects, writes
    from change_requests where tenant_id = current_tenant() and id = ${id} and managed is not null
  ), object as (
    select object.* from request, json_to_recordset(request.objects) as object(kind text, name text, spec json, former_name text)
  ), write as (
    select write.* from request, json_to_recordset(request.writes) as write(kind text, name text, operation text, input jsonb)
  )`

/**
 * The objects of a request that its owner does not manage, unless it adopts them; objects of others are never removed. At most 20, with
 * who manages them; null for people. Whether people managed an object is not known any more when the writes are made.
 */
export const findForeignObjects = (db: Db, id: number, { areWritesMade = false } = {}) =>
  rowsIn(db)<{ kind: string; name: string; owner: string | null }>`
    with ${ofRequest(id)}, touched as (
      select kind, name, true as is_adoptable, exists (
        select from write where write.kind = object.kind and (write.operation = 'add' and write.name = object.name
          or write.operation = 'import' and write.input -> 'metrictemplates' ? object.name
          or write.operation = 'change' and write.name = object.name and object.former_name is not null
          or write.operation = 'replaceAll' and coalesce((
            select stored.is_deletion from versions as stored where stored.tenant_id = current_tenant()
              and stored.kind = object.kind and stored.name = object.name order by stored.created_at desc, stored.number desc limit 1
          ), true))
      ) as is_added from object
      union all
      select kind, former_name, true, false from object where former_name is not null
      union all
      select kind, name, operation <> 'remove', false from write
      where operation in ('change', 'remove') and not exists (
        select from object where object.kind = write.kind and object.name = write.name)
    )
    select touched.kind, touched.name, managed.owner from request, touched
    left join managed_objects as managed on managed.tenant_id = current_tenant() and managed.kind = touched.kind
      and managed.name = touched.name
    where managed.owner is distinct from request.owner and (managed.owner is not null or not ${areWritesMade}) and not (request.adopts and touched.is_adoptable)
      and not (touched.is_added and managed.owner is null)
    order by touched.kind, touched.name limit 20`

/** Stores who manages the objects of the request now, with what they are. */
export const manageObjects = ({ db, now }: Context, id: number) =>
  sql`with ${ofRequest(id)}, released as (
      delete from managed_objects as managed using request
      where managed.tenant_id = current_tenant() and not exists (
          select from object where object.kind = managed.kind and object.name = managed.name)
        and (request.prunes and managed.owner = request.owner or exists (
          select from write where write.kind = managed.kind and write.name = managed.name
          union all
          select from object where object.kind = managed.kind and object.former_name = managed.name))
    )
    insert into managed_objects (kind, name, owner, link, commit, spec, applied_at)
    select object.kind, object.name, request.owner, request.link, request.commit, object.spec, ${now()}::timestamptz
    from request, object
    on conflict (tenant_id, kind, name) do update set owner = excluded.owner, link = excluded.link, commit = excluded.commit,
      spec = excluded.spec, applied_at = excluded.applied_at`.execute(db)

type StoredManagedObject = Omit<ManagedObject, 'state'> & { readonly spec: unknown }

/** By owner, kind and name; with a place only that object. */
export const findManagedObjects = (
  db: Db,
  { kind, name }: { readonly kind?: string | undefined; readonly name?: string | undefined } = {},
) =>
  rowsIn(db)<StoredManagedObject>`
    select kind, name, owner, link, commit, spec,
      to_char(applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as applied_at
    from managed_objects where tenant_id = current_tenant() and kind = coalesce(${kind ?? null}, kind)
      and name = coalesce(${name ?? null}, name)
    order by owner, kind, name`
