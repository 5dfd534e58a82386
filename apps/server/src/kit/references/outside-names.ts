// Names that only the Web API can check: dry runs say which of the new ones it does not have (decision 150).
import { namesIn, type Reference, references } from '@quatrain/contract/resources/references.ts'
import { UpstreamError } from '#clients/web-api/upstream-error.ts'
import type { Kinds } from '#kit/kinds/kinds.ts'
import { someOf } from '#kit/recording/list-words.ts'
import { previewIn } from '#kit/recording/preview.ts'
import type { Context } from '#request/context/context.ts'
import type { Document } from '#request/context/recording.ts'
import type { ComparedLists, OutsideList } from './compared-lists.ts'

/** Lets dry runs compare the objects of all kinds with the lists that the table of references says, each once. */
export function compareWithLists(kinds: Kinds, lists: ComparedLists): void {
  for (const [from, { outside }] of kinds) {
    for (const [to, list] of Object.entries(lists)) {
      const fields = references.filter((reference) => reference.from === from && reference.to === to)
      if (fields.length > 0) outside.push({ namesIn: (document) => textsIn(document, fields), ...list })
    }
  }
}

const textsIn = (document: Document, fields: readonly Reference[]): string[] => [
  ...new Set(fields.flatMap((field) => namesIn(document, field).map(({ name }) => name))),
]

/**
 * Sentences about names in new and changed rows that the Web API does not have, or that it could not be asked for. They may be right: what
 * the Web API has changes each day. None for a write that is not a dry run: a save does not wait for them.
 */
export async function outsideNotes(kinds: Kinds, ctx: Context): Promise<string[]> {
  const { write, db, tenant } = ctx
  if (!write.dryRun || write.cursor !== undefined || db.isTransaction) return []
  const lines = previewIn(ctx).changes.flatMap(({ kind, tenant: owner, before, after }) =>
    after && owner === tenant.name
      ? (kinds.get(kind)?.outside ?? []).map((list) => noteOf(ctx, list, after, before))
      : [],
  )
  return (await Promise.all(lines)).flat()
}

async function noteOf(ctx: Context, list: OutsideList, after: Document, before: Document | null): Promise<string[]> {
  const { label, namesIn, findMissing, sentence } = list
  const storedNames = new Set(before ? namesIn(before) : [])
  const added = namesIn(after).filter((name) => !storedNames.has(name))
  if (added.length === 0) return []
  try {
    const unknown = new Set(await findMissing(ctx, added, after))
    const unlisted = added.filter((name) => unknown.has(name))
    return unlisted.length === 0 ? [] : [sentence(someOf(unlisted))]
  } catch (error) {
    if (error instanceof UpstreamError) return [`${label} could not be checked: ${error.message}`]
    throw error
  }
}
