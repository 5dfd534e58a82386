import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { type Expression, sql } from 'kysely'
import type { Context } from '#request/context.ts'
import type { Document } from '#request/touched.ts'
import { describeChange, type ListWords } from './describe-change.ts'

/**
 * All versions of the object of this name, newest first. A deleted object still has its history; when several objects
 * had the name one after the other, it is that of the last. What is known by its number is looked for by that. Throws
 * `not_found`.
 */
export function findVersions(ctx: Context, resource: Resource, name: string) {
  const { kind, key } = resource
  if (key.read === 'id') return findVersionsOf(ctx, resource, idOf(name))
  const named = sql<number>`(
    select object_id from versions where kind = ${kind} and name = ${name} order by created_at desc, object_id desc limit 1)`
  return findVersionsOf(ctx, resource, named)
}

/** All versions of the object of this number, newest first. Throws `not_found`. */
export async function findVersionsOf(
  ctx: Context,
  { kind, label }: Pick<Resource, 'kind' | 'label'>,
  id: number | Expression<number>,
) {
  const rows = await ctx.db
    .selectFrom('versions')
    .selectAll()
    .where('kind', '=', kind)
    .where('object_id', '=', id)
    .orderBy('number', 'desc')
    .execute()
  if (rows.length === 0) throw unknown({ label })
  return rows.map((row) => ({
    id: row.number,
    version: String(row.number),
    object_repr: row.name,
    date_created: row.created_at.toISOString(),
    user: row.author,
    comment: row.comment,
    remark: row.remark,
    fields: row.document,
  }))
}

/** The number that an address says; no object has the one that stands for anything else. */
export const idOf = (key: string): number => (/^[1-9]\d{0,8}$/.test(key) ? Number(key) : 0)

/** Nothing has or had this name. */
export const unknown = ({ label }: Pick<Resource, 'label'>) =>
  notFound(`${label.one[0]?.toUpperCase()}${label.one.slice(1)}`)

/** The comment of a new version; one that brings an old version back says so. */
export function commentOf(
  ctx: Context,
  before: Document,
  after: Document,
  lists: Readonly<Record<string, ListWords>>,
): string {
  const changes = describeChange(before, after, lists)
  const { restoredFrom } = ctx.write
  return restoredFrom === undefined ? changes : `Restored version ${restoredFrom}. ${changes}`
}
