import { sql } from 'kysely'
import { type Change, initialComment } from '#kit/recording/changes.ts'
import type { Document } from '#request/context/recording.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** A version of an object that is older than the console. */
export interface HistoryEntry {
  readonly kind: string
  readonly object_id: number
  readonly number: number
  readonly name: string
  readonly author: string
  readonly at: Date
  readonly before: Document | undefined
  readonly document: Document
  readonly comment: string
}

/** Takes the place of a request ID in the activity log. */
export const requestId = 'demonstration'

/** Records the versions and the activity as if every change had been made at its time, oldest first. */
export async function insertHistory(db: Db, entries: readonly HistoryEntry[]): Promise<void> {
  const rows = entries.map(({ before, ...entry }, position) => ({ ...entry, before: before ?? null, position }))
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as given (
        position integer, kind text, object_id integer, number integer, name text, author text, at timestamptz,
        before json, document json, comment text)
    ), kept as (
      insert into versions (kind, object_id, number, name, document, author, created_at, comment)
      select kind, object_id, number, name, document, author, at, comment from given
    )
    insert into activity (at, request_id, actor, address, action, kind, object_id, object_name, before, after, before_version,
      after_version)
    select at, ${requestId}, author, '', case when number = 1 then 'add' else 'change' end, kind, object_id, name,
      nullif(before::text, 'null')::json, document,
      case when lag(document::text) over (partition by kind, object_id order by number) = before::text then number - 1 end,
      number
    from given order by position
  `.execute(db)
}

/** The first versions of objects: the administrator of the platform added each of them, in the order of time. */
export async function insertFirstVersions(
  db: Db,
  added: readonly Change[],
  timeOf: (change: Change) => Date,
): Promise<void> {
  const versions = added.map((change) => ({
    kind: change.kind,
    object_id: change.id,
    name: change.name,
    document: change.after ?? {},
    number: 1,
    author: 'platform-root',
    at: timeOf(change),
    before: undefined,
    comment: initialComment,
  }))
  await insertHistory(
    db,
    versions.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  )
}
