import type { QueryClient } from '@tanstack/react-query'
import type { WriteResult } from '#kit/api/write.ts'
import { createStore, useStore } from '#ui/store.ts'
import type { FormDefinition } from './form-definition.ts'
import type { JustSaved } from './just-saved.ts'

/** The way back from the last write. */
export interface UndoOffer {
  readonly id: string
  readonly definition: Pick<
    FormDefinition<never>,
    'resource' | 'paths' | 'sideEffects' | 'warningTitle' | 'warnsBy' | 'failureTitle'
  >
  readonly name: string
  /** What was written, at the start of a sentence. */
  readonly what: string
  /** Whether it has a history page; each object of a list has its own. */
  readonly hasHistory: boolean
  /** How its row is marked when it is back; nothing when the row goes. */
  readonly outcome: string | undefined
  readonly done: string
  readonly undo: (queries: QueryClient) => Promise<WriteResult>
  /** Why it cannot be taken back without loss any more, when that is what the failure means. */
  readonly obstacle: (error: unknown) => string | undefined
}

const last = createStore<UndoOffer | undefined>(undefined)

/**
 * Keeps the way back from a write until the next one, or until the page is loaded again. Answers with its id, which is
 * random: addresses in the browser's history outlive the page, and may not mean a later write.
 */
export function keepUndo(offer: Omit<UndoOffer, 'id'>): string {
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-')
  last.set(() => ({ ...offer, id }))
  return id
}

export const forgetUndo = (): void => last.set(() => undefined)

/** The way back from what was saved, as long as no other write has been made. */
export function useUndoOffer(saved: JustSaved | undefined): UndoOffer | undefined {
  const offer = useStore(last)
  if (!offer || !saved || offer.id !== saved.undo) return undefined
  return offer.name === saved.key && offer.definition.resource.kind === saved.kind ? offer : undefined
}
