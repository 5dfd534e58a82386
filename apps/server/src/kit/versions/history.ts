import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { describeChange, type ListWords } from '#kit/recording/describe-change.ts'
import type { Context } from '#request/context.ts'
import type { Document } from '#request/touched.ts'

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
