import { z } from 'zod'
import { forget, readStored, store, storedNames } from '#lib/storage.ts'

/** Unsaved input with the state and the version of the object that it is based on. */
export interface Draft<Values> {
  readonly at: string
  readonly values: Values
  readonly base: Values
  readonly etag?: string | undefined
}

export interface DraftPlace<Values> {
  readonly read: () => Draft<Values> | undefined
  /** Returns whether the browser could store it. */
  readonly keep: (draft: Omit<Draft<Values>, 'at'>) => boolean
  readonly discard: () => void
}

const start = 'draft.'
const retentionDays = 30

/** The place of a user's draft of a form; `shape` rejects drafts of an older console. */
export function draftPlace<Values>(username: string, name: string, shape: z.ZodType<Values>): DraftPlace<Values> {
  const place = startOf(username) + name
  const draft = z.object({ at: z.string(), values: shape, base: shape, etag: z.string().optional() })
  return {
    read: () => readStored(place, draft),
    keep: (content) => store(place, { ...content, at: new Date().toISOString() }),
    discard: () => forget(place),
  }
}

/** Unused drafts expire after a month. */
export function discardOldDrafts(now = Date.now()): void {
  const dated = z.object({ at: z.string() })
  for (const name of storedNames(start)) {
    const at = Date.parse(readStored(name, dated)?.at ?? '')
    if (!(now - at < retentionDays * 86_400_000)) forget(name)
  }
}

/** The number of this user's drafts in this browser. */
export const countDrafts = (username: string): number => storedNames(startOf(username)).length

/** Removes all drafts of this user. */
export function discardDrafts(username: string): void {
  for (const name of storedNames(startOf(username))) forget(name)
}

/** Dots are escaped because a dot ends the name: `ada` is not a prefix of `ada.byron`. */
const startOf = (username: string): string => `${start}${encodeURIComponent(username).replaceAll('.', '%2E')}.`

const openForms = new Set<() => boolean>()

/**
 * Registers an open form. `keep` stores its draft at once, and returns whether all input is stored. Returns a function
 * that unregisters it.
 */
export function followForm(keep: () => boolean): () => void {
  openForms.add(keep)
  return () => void openForms.delete(keep)
}

/** Stores the input of open forms without waiting for a pause. Returns whether all of it was stored. */
export const keepOpenDrafts = (): boolean => [...openForms].map((keep) => keep()).every((isKept) => isKept)
