import type {
  ChangeRequest,
  ChangeRequestHead,
  Managed,
  RequestComment,
  RequestState,
} from '@quatrain/contract/change-requests/change-request.ts'
import type { UnconfirmedRequest } from '@quatrain/contract/change-requests/unconfirmed-request.ts'
import { firstRowIn, rowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

/** A change request with what only the server needs. */
export interface StoredRequest extends ChangeRequest {
  readonly rowVersion: number
  /** The effect that reviewers have approved, or that was seen by who has scheduled it; empty for any. */
  readonly approved: string
  /** The request of the API that applies it. */
  readonly requestId: string | null
  /** The applied request that it takes back. */
  readonly reverts: number | null
  /** Whether it takes back a request that nobody has confirmed. */
  readonly isAutomatic: boolean
  /** How often it could not be taken back although nobody has confirmed it, and since when it is tried. */
  readonly revertAttempts: number
  readonly revertTriedSince: string | null
}

const isoOf = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const head = sql`request.id, request.title, request.state, request.author, ${isoOf('request.created_at')} as created_at,
  ${isoOf('request.changed_at')} as changed_at, ${isoOf('request.apply_at')} as apply_at,
  ${isoOf('request.confirm_by')} as confirm_by, request.revert_problem,
  (select coalesce(json_agg(json_build_object('username', approval.username, 'at', ${isoOf('approval.at')})
     order by approval.at, approval.username), '[]')
   from change_request_approvals as approval
   where approval.tenant_id = request.tenant_id and approval.request = request.id) as approvals,
  coalesce(rule.counts_author, false) as counts_author,
  (select json_build_object('kind', owner.kind, 'name', owner.name) from groups as owner
   where owner.tenant_id = request.tenant_id and owner.id = rule.approver_group) as approvers`

const requests = sql`change_requests as request left join change_rules as rule on rule.tenant_id = request.tenant_id`

interface Choice {
  /** The kinds that the caller may see: requests with others are left out. */
  readonly visibleKinds: readonly string[]
  /** Only open requests that write to this object. */
  readonly object?: { readonly kind: string; readonly name: string } | undefined
}

/** The last changed first, at most 500. */
export const findAll = (db: Db, { visibleKinds, object }: Choice) =>
  rowsIn(db)<Omit<ChangeRequestHead, 'waits'>>`
    select ${head}, json_array_length(request.writes) as writes,
      (select coalesce(json_agg(distinct write.kind), '[]') from ${writesOf}) as kinds,
      case when ${isOpen} then (
        select coalesce(json_agg(distinct_names.name), '[]') from (
          select distinct write.name from ${writesOf}
          join activity on activity.tenant_id = request.tenant_id and activity.at > request.created_at
            and activity.at > write.collected_at and activity.kind = write.kind and activity.object_name = write.name
        ) as distinct_names) else '[]' end as overtaken
    from ${requests} where request.tenant_id = current_tenant()
      and not exists (select from ${writesOf} where write.kind <> all(${[...visibleKinds]}::text[])) ${
        object
          ? sql`and ${isOpen} and exists (
      select from ${writesOf} where write.kind = ${object.kind} and write.name = ${object.name})`
          : sql``
      }
    order by request.changed_at desc, request.id desc limit 500`

const isOpen = sql`request.state not in ('applied', 'withdrawn', 'reverted')`

const writesOf = sql`json_to_recordset(request.writes) as write(kind text, name text, collected_at timestamptz)`

/** Throws `not_found`. */
export const find = (db: Db, id: number, { isLocked = false } = {}): Promise<StoredRequest> =>
  rowIn(db, requestNotFound)<StoredRequest>`
    select ${head}, request.row_version as "rowVersion", request.description, request.link, request.writes, request.approved,
      case when request.managed is not null then json_build_object('owner', request.managed -> 'owner',
        'link', request.managed -> 'link', 'commit', request.managed -> 'commit') end as managed,
      request.reverts, request.is_automatic as "isAutomatic", request.confirm_within,
      request.revert_attempts as "revertAttempts", ${isoOf('request.revert_tried_since')} as "revertTriedSince",
      request.request_id as "requestId",
      case when not request.is_automatic
          and (rule.all_kinds or exists (select from ${writesOf} where write.kind = any(rule.kinds)))
        then rule.approvals else 0 end as approvals_needed,
      (select coalesce(json_agg(json_build_object('at', ${isoOf('comment.at')}, 'author', comment.author,
         'action', comment.action, 'text', comment.text,
         'about', case when comment.kind is not null then json_build_object('kind', comment.kind, 'name', comment.name) end) order by comment.number), '[]')
       from change_request_comments as comment
       where comment.tenant_id = request.tenant_id and comment.request = request.id) as comments
    from ${requests} where request.tenant_id = current_tenant() and request.id = ${id} ${isLocked ? sql`for update of request` : sql``}`

export const requestNotFound = () => notFound('Change request')

type Content = Pick<ChangeRequest, 'title' | 'description' | 'link' | 'writes'> & {
  readonly managed?: Managed | undefined
  readonly reverts?: number | undefined
  /** Whether it is due at once, because nobody has confirmed what it reverts. */
  readonly isAutomatic?: boolean
}

/** Returns the id. */
export async function insert(
  db: Db,
  { title, description, link, writes, managed, reverts, isAutomatic = false }: Content,
  author: string,
  now: Date,
) {
  const { id } = await rowIn(db, requestNotFound)<{ id: number }>`
    insert into change_requests (title, description, link, writes, managed, reverts, author, created_at, changed_at, is_automatic, state, apply_at)
    values (${title}, ${description}, ${link}, ${JSON.stringify(writes)}::json, ${managed ? JSON.stringify(managed) : null}::json,
      ${reverts ?? null}, ${author}, ${now}::timestamptz, ${now}::timestamptz,
      ${isAutomatic}, ${isAutomatic ? 'scheduled' : 'draft'}, ${isAutomatic ? now : null}::timestamptz)
    returning id`
  return id
}

/** Replaces texts and writes. Nothing of it is approved any more, and no files say its writes. */
export async function updateContent(
  db: Db,
  id: number,
  { title, description, link, writes }: Content,
  state: RequestState,
  now: Date,
): Promise<void> {
  await sql`update change_requests set title = ${title}, description = ${description}, link = ${link},
      writes = ${JSON.stringify(writes)}::json, managed = null where tenant_id = current_tenant() and id = ${id}`.execute(
    db,
  )
  await updateState(db, id, { state, approved: '' }, now)
}

interface NextState {
  readonly state: RequestState
  /** The same as before by default; with '' nothing is approved any more. */
  readonly approved?: string | undefined
  /** The request of the API that applies it. */
  readonly requestId?: string
  /** The time that its rows of the activity log have. */
  readonly appliedAt?: Date
  readonly applyAt?: string
  readonly confirmWithin?: number | undefined
  readonly confirmBy?: Date | undefined
}

export const updateState = (
  db: Db,
  id: number,
  { state, approved, requestId, appliedAt, applyAt, confirmWithin, confirmBy }: NextState,
  now: Date,
) =>
  sql`with void as (
        delete from change_request_approvals where tenant_id = current_tenant() and request = ${id} and ${approved === ''}
      )
      update change_requests set state = ${state}, approved = coalesce(${approved ?? null}, approved),
        request_id = ${requestId ?? null}, applied_at = ${appliedAt ?? null}::timestamptz, apply_at = ${applyAt ?? null}::timestamptz, changed_at = ${now}::timestamptz,
        confirm_within = ${confirmWithin ?? null}::integer, confirm_by = ${confirmBy ?? null}::timestamptz,
        is_automatic = is_automatic and ${['scheduled', 'applying', 'applied'].includes(state)},
        row_version = row_version + 1, process = own_process(), held_at = clock_timestamp()
      where tenant_id = current_tenant() and id = ${id}`.execute(db)

export const insertApproval = (db: Db, request: number, username: string, now: Date) =>
  sql`insert into change_request_approvals (request, username, at)
      values (${request}, ${username}, ${now}::timestamptz)`.execute(db)

/** Another scheduled request that writes to an object of this one; undefined if there is none. */
export const findScheduledRival = (db: Db, id: number) =>
  firstRowIn(db)<{ id: number; title: string; kind: string; name: string }>`
    with written as (
      select request.id, request.title, request.state, written.write ->> 'kind' as kind, written.write ->> 'name' as name
      from change_requests as request, json_array_elements(request.writes) as written (write)
      where tenant_id = current_tenant() and (request.state = 'scheduled' or request.id = ${id}))
    select other.id, other.title, other.kind, other.name
    from written as own join written as other on other.kind = own.kind and other.name = own.name
    where own.id = ${id} and other.id <> ${id} and other.state = 'scheduled' order by other.id limit 1`

/** A scheduled request whose time has come, or an applied one that nobody has confirmed in time. */
export interface DueRequest {
  readonly tenantId: number
  readonly id: number
  readonly author: string
}

/** The first one first. `db` spans tenants. */
export const findDue = (db: Db, now: Date) =>
  rowsIn(db)<DueRequest>`
    select tenant_id as "tenantId", id, author from change_requests
    where (state = 'scheduled' and apply_at <= ${now}::timestamptz) or confirm_by <= ${now}::timestamptz
    order by coalesce(apply_at, confirm_by), tenant_id, id`

/** Says of an applied request that it was taken back. Its rows of the activity log remain known. */
export const updateReverted = (db: Db, id: number, now: Date) =>
  sql`update change_requests set state = 'reverted', confirm_by = null, revert_problem = '', changed_at = ${now}::timestamptz,
        row_version = row_version + 1
      where tenant_id = current_tenant() and id = ${id} and state = 'applied'`.execute(db)

/** Applied requests that this user can confirm: their author, those who have approved them, and superusers. */
export const findUnconfirmed = (
  db: Db,
  { username, isSuperuser }: { readonly username: string; readonly isSuperuser: boolean },
  visibleKinds: readonly string[],
) =>
  rowsIn(db)<UnconfirmedRequest>`
    select request.id, request.title, ${isoOf('request.confirm_by')} as confirm_by, request.revert_problem
    from change_requests as request
    where tenant_id = current_tenant() and (confirm_by is not null or revert_problem <> '')
      and (${isSuperuser} or request.author = ${username} or exists (
        select from change_request_approvals as approval where approval.tenant_id = request.tenant_id
          and approval.request = request.id and approval.username = ${username}))
      and not exists (select from ${writesOf} where write.kind <> all(${[...visibleKinds]}::text[]))
    order by request.confirm_by, request.id`

/** Those of these ids whose objects are all of these kinds. */
export const findVisible = async (db: Db, ids: readonly number[], visibleKinds: readonly string[]): Promise<number[]> =>
  (
    await rowsIn(db)<{ id: number }>`
      select id from change_requests as request where tenant_id = current_tenant() and id = any(${[...ids]}::integer[])
        and not exists (select from ${writesOf} where write.kind <> all(${[...visibleKinds]}::text[]))`
  ).map(({ id }) => id)

/** What steps depend on, of requests that can wait for somebody. */
export const findWaiting = (db: Db, visibleKinds: readonly string[]) =>
  rowsIn(db)<Omit<ChangeRequestHead, 'writes' | 'kinds' | 'overtaken' | 'waits'>>`
    select ${head} from ${requests} where request.tenant_id = current_tenant()
      and request.state in ('in review', 'approved', 'failed')
      and not exists (select from ${writesOf} where write.kind <> all(${[...visibleKinds]}::text[]))`

/** Nobody has to confirm the request any more. Returns whether somebody had to: of two calls at the same time, one returns true. */
export const endConfirmation = async (db: Db, id: number, now: Date): Promise<boolean> =>
  (await firstRowIn(db)`
    update change_requests set confirm_by = null, revert_problem = '', changed_at = ${now}::timestamptz, row_version = row_version + 1
    where tenant_id = current_tenant() and id = ${id} and (confirm_by is not null or revert_problem <> '')
    returning id`) !== undefined

/** Says why an applied request could not be taken back, and when that is tried again; null if it is not. */
export const updateRevertProblem = (db: Db, id: number, problem: string, again: Date | null, now: Date) =>
  sql`update change_requests set confirm_by = ${again}::timestamptz, revert_problem = ${problem},
        revert_attempts = revert_attempts + 1, revert_tried_since = coalesce(revert_tried_since, ${now}::timestamptz),
        changed_at = ${now}::timestamptz, row_version = row_version + 1
      where tenant_id = current_tenant() and id = ${id}`.execute(db)

/** A row of the activity log about a change of an object, and what the object is called now. */
export interface LoggedChange {
  readonly number: number
  readonly kind: string
  readonly id: number
  readonly name: string
  readonly action: 'add' | 'change' | 'delete'
  readonly before: Record<string, unknown> | null
  readonly after: Record<string, unknown> | null
  /** The number of the version before it; null if there is none. */
  readonly version: number | null
  readonly nameNow: string
  readonly isGone: boolean
}

/** The changes with these numbers, or those that this request has made: of objects of these kinds, the oldest first. */
export const findLogged = (db: Db, place: readonly number[] | { readonly request: number }, kinds: readonly string[]) =>
  rowsIn(db)<LoggedChange>`
    select entry.number, entry.kind, entry.object_id as id, entry.object_name as name, entry.action, entry.before, entry.after,
      stored.before_version as version, latest.object_name as "nameNow", latest.action = 'delete' as "isGone"
    from activity as stored
    join activity_with_documents as entry on entry.tenant_id = stored.tenant_id and entry.number = stored.number
    cross join lateral (
      select object_name, action from activity where tenant_id = stored.tenant_id and kind = stored.kind
        and object_id = stored.object_id and action in ('add', 'change', 'delete') order by number desc limit 1
    ) as latest
    where stored.tenant_id = current_tenant() and stored.action in ('add', 'change', 'delete')
      and stored.kind = any(${[...kinds]}::text[]) and ${
        'request' in place
          ? sql`(stored.at, stored.request_id) = (
              select applied_at, request_id from change_requests where tenant_id = current_tenant() and id = ${place.request})`
          : sql`stored.number = any(${[...place]}::integer[])`
      }
    order by entry.number`

export const insertComment = (
  db: Db,
  request: number,
  { at, author, action, text, about }: Omit<RequestComment, 'at'> & { readonly at: Date },
) =>
  sql`insert into change_request_comments (request, at, author, action, text, kind, name)
      values (${request}, ${at}::timestamptz, ${author}, ${action}, ${text}, ${about?.kind ?? null}, ${about?.name ?? null})`.execute(
    db,
  )

/** Seconds after which no process can be applying a request any more: as for claims of its objects. */
interface Patience {
  readonly intentsOlderThan: number
  readonly goneAfter: number
}

/**
 * Requests whose process has ended while it applied them have failed: recovery takes back what the Web API has got. Those that take back
 * what nobody has confirmed are due again. `db` spans tenants.
 */
export const endInterrupted = (db: Db, { intentsOlderThan, goneAfter }: Patience, now: Date) =>
  sql`with interrupted as (
        update change_requests set state = case when is_automatic then 'scheduled' else 'failed' end,
          apply_at = case when is_automatic then ${now}::timestamptz end, approved = '', changed_at = ${now}::timestamptz, row_version = row_version + 1
        where state = 'applying' and held_at < clock_timestamp() - make_interval(secs => case
          when is_process_gone(process) then ${Math.min(goneAfter, intentsOlderThan)}::float8 else ${intentsOlderThan} end::float8)
        returning tenant_id, id, is_automatic
      ), void as (
        delete from change_request_approvals as approval using interrupted
        where approval.tenant_id = interrupted.tenant_id and approval.request = interrupted.id
      )
      insert into change_request_comments (tenant_id, request, at, author, action, text)
      select tenant_id, id, ${now}::timestamptz, '', 'fail', 'The server ended while it applied the request. Nothing was changed.'
      from interrupted where not is_automatic`.execute(db)
