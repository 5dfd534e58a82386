import { isAboutTwins, type Notices } from '@quatrain/contract/kit/notices.ts'
import type { QueryClient } from '@tanstack/react-query'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import type { WriteResult } from '#kit/api/write.ts'
import { showWarning } from '#ui/dialogs.tsx'
import { tell } from '#ui/messages.ts'
import { createStore } from '#ui/store.ts'
import type { FormDefinition } from './form-definition.ts'

/** Marks the cached objects of all affected kinds as stale, and loads the list again. */
export async function refreshAfter(
  { resource, sideEffects }: Pick<FormDefinition<never>, 'resource' | 'sideEffects'>,
  queries: QueryClient,
): Promise<void> {
  const affected = [resource.kind, ...Object.keys(sideEffects)]
  await Promise.all(affected.map((kind) => queries.invalidateQueries({ queryKey: [kind], refetchType: 'none' })))
  // Reloads the list before showing it, so that no outdated state is visible.
  await queries.refetchQueries({ queryKey: resourceQueries(resource).list().queryKey })
}

/** Shows the success of a write with its notices. A warning that must be read replaces it, and contains the success. */
export function showSuccess(
  { warningTitle, warnsBy }: Pick<FormDefinition<never>, 'warningTitle' | 'warnsBy'>,
  title: string,
  line: string,
  notices: Notices,
): void {
  const { imported, deleted, info, later, warning, unavailable } = notices
  const done = [imported, deleted, info, later]
  const warnings = [warning, unavailable]
  // Names that look alike are not what the kind warns about.
  const heading = !unavailable && warning && isAboutTwins(warning) ? 'Warning' : warningTitle
  const isWarning = warnings.some(Boolean)
  if (isWarning && warnsBy === 'dialog') {
    showWarning({ title: heading, lines: [...done, ...warnings] })
    return
  }
  tell.success(later === undefined ? { title, lines: [line, ...done] } : { title: 'Started', lines: done })
  if (isWarning) tell.warning({ title: heading, lines: warnings })
}

/** How the last write can be undone. */
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
