import type { QueryClient } from '@tanstack/react-query'
import type { WriteResult } from '#kit/api/write.ts'
import { createStore } from '#ui/store.ts'
import type { FormDefinition } from './form-definition.ts'

/** How the last write can be undone. */
export interface UndoOffer {
  readonly id: string
  readonly definition: Pick<
    FormDefinition<never>,
    'resource' | 'paths' | 'sideEffects' | 'warningTitle' | 'warnsBy' | 'failureTitle'
  >
  readonly name: string
  /** What was written, at the start of a sentence. */
  readonly subject: string
  /** Whether it has a history page; each object of a list has its own. */
  readonly hasHistory: boolean
  /** How its row is marked after the undo; undefined if the row disappears. */
  readonly outcome: string | undefined
  readonly done: string
  readonly undo: (queries: QueryClient) => Promise<WriteResult>
  /** Why it can no longer be undone without loss, if the failure means that. */
  readonly obstacle: (error: unknown) => string | undefined
}

/** The undo of the last write. */
export const lastUndo = createStore<UndoOffer | undefined>(undefined)

/**
 * Keeps the undo of a write until the next write, or until the page is loaded again. Returns its id. It is random,
 * because addresses in the browser's history outlive the page and must not refer to a later write.
 */
export function keepUndo(offer: Omit<UndoOffer, 'id'>): string {
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-')
  lastUndo.set(() => ({ ...offer, id }))
  return id
}

export const forgetUndo = (): void => lastUndo.set(() => undefined)
