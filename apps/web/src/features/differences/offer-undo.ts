import { differenceEndpoints } from '@quatrain/contract/differences.ts'
import { isApiError } from '#kit/api/api-error.ts'
import { type WriteResult, writeOf } from '#kit/api/write.ts'
import { keepUndo } from '#kit/write/undo-offer.ts'
import type { Kind } from '#lib/kinds.ts'
import { differencesQuery } from './differences.queries.ts'
import type { ReconciliationWords } from './reconciliation-words.ts'

interface Made {
  readonly kind: Kind
  readonly name: string
  /** The object at the start of a sentence. */
  readonly what: string
  readonly words: ReconciliationWords
  readonly hasHistory: boolean
  readonly written: WriteResult
}

/**
 * Offers to undo an action on a difference, which brings the difference back. Returns the id of the offer; undefined if
 * the server has seen another write meanwhile.
 */
export function offerUndo({ kind, name, what, words, hasHistory, written }: Made): string | undefined {
  const { resource, paths } = kind
  const { undo } = written.record
  if (typeof undo !== 'string') return undefined
  return keepUndo({
    definition: { resource, paths, sideEffects: {}, warningTitle: 'Warning' },
    ...{ name, what, hasHistory, outcome: undefined, done: `${what} ${words.undone}` },
    undo: (queries) =>
      writeOf(differenceEndpoints(resource).undo, { body: { undo } })
        .send({ ifMatch: written.etag })
        .finally(() => queries.invalidateQueries({ queryKey: differencesQuery.queryKey })),
    obstacle(error) {
      if (isApiError(error, 'already_exists')) return `${what} has been added since.`
      if (isApiError(error, 'not_found')) return `${what} has been deleted since.`
      return isApiError(error, 'stale_version') ? `${what} has been changed since.` : undefined
    },
  })
}
