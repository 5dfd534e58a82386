import type { QueryClient } from '@tanstack/react-query'
import { createStore, useStore } from '#ui/store.ts'
import type { FormShape } from './resource-form.ts'
import type { Written } from './write.ts'

/** The way back from the last write. */
export interface UndoOffer {
  readonly id: number
  readonly shape: Pick<
    FormShape<never>,
    'resource' | 'paths' | 'alsoTouches' | 'warningTitle' | 'warnsBy' | 'failureTitle'
  >
  readonly name: string
  /** How its row is marked when it is back; nothing when the row goes. */
  readonly how: string | undefined
  readonly done: string
  readonly takeBack: (queries: QueryClient) => Promise<Written>
  /** Why it cannot be taken back without loss any more, when that is what the failure means. */
  readonly obstacle: (error: unknown) => string | undefined
}

const last = createStore<UndoOffer | undefined>(undefined)

let lastId = 0

/** Keeps the way back from a write until the next one, or until the page is loaded again. Answers with its id. */
export function keepUndo(offer: Omit<UndoOffer, 'id'>): number {
  const id = ++lastId
  last.set(() => ({ ...offer, id }))
  return id
}

export const forgetUndo = (): void => last.set(() => undefined)

/** The offer of this id, as long as no other write has been made. */
export function useUndoOffer(id: number | undefined): UndoOffer | undefined {
  const offer = useStore(last)
  return offer && offer.id === id ? offer : undefined
}
