import { longestListedComment, type VersionsQuery } from '@quatrain/contract/kit/version.ts'
import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { AppError, notFound } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import { idOf } from './history.ts'
import { isBefore, type VersionRow, type VersionSource, versionHead } from './version-source.ts'

/** The number of versions on a page of a history. */
const pageSize = 50

type Head = Omit<VersionRow, 'fields'> & { readonly comment_is_cut: boolean; readonly deleted: boolean }

/** A page of the requested versions, newest first, without their documents. */
export async function headsOf(
  { db, versions, withDeletions, isCalled, newest, archived }: VersionSource,
  { before, version: requested }: VersionsQuery,
) {
  const { rows } = await sql<Head>`
    select rank, id, version, object_repr, date_created, "user", remark,
      left(comment, ${longestListedComment}) as comment,
      length(left(comment, ${longestListedComment + 1})) > ${longestListedComment} as comment_is_cut,
      ${withDeletions ? sql`is_deletion` : sql`false`} as deleted
    from (${withDeletions ?? versions}) as version where ${isBefore(before)} and ${requested === undefined ? sql`true` : isCalled(requested)}
    order by rank desc limit ${pageSize + 1}
  `.execute(db)
  const page = rows.slice(0, pageSize)
  return {
    versions: page.map(versionHead),
    newest,
    archived,
    next: rows.length > pageSize ? (page.at(-1)?.rank ?? null) : null,
  }
}

/** The version with this name, else with this other name, or with this number. Throws `not_found` and `archived`. */
export async function versionOf({ db, versions, isCalled, newest, archived }: VersionSource, requested: string) {
  const row = await firstRowIn(db)<VersionRow>`
    select * from (${versions}) as version where ${isCalled(requested)} or id = ${idOf(requested)}
    order by version = ${requested} desc, rank desc limit 1`
  if (!row) {
    const number = idOf(requested)
    const isArchived = number > 0 && number <= archived
    throw isArchived ? new AppError('archived', `Version ${number} was archived.`) : notFound('Version')
  }
  return { ...versionHead(row), newest }
}
