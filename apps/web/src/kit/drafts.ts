import { z } from 'zod'
import { forget, readStored, store, storedNames } from '#lib/storage.ts'

/** What somebody typed and has not saved, with the state and the version of the object that they began with. */
export interface Draft<Values> {
  readonly at: string
  readonly values: Values
  readonly base: Values
  readonly etag?: string | undefined
}

export interface DraftPlace<Values> {
  readonly read: () => Draft<Values> | undefined
  /** Says whether the browser could keep it. */
  readonly keep: (draft: Omit<Draft<Values>, 'at'>) => boolean
  readonly discard: () => void
}

const start = 'draft.'
const daysKept = 30

/** Where the draft of one form of one person is kept; `shape` refuses what an older console left there. */
export function draftPlace<Values>(username: string, name: string, shape: z.ZodType<Values>): DraftPlace<Values> {
  const place = `${start}${username}.${name}`
  const draft = z.object({ at: z.string(), values: shape, base: shape, etag: z.string().optional() })
  return {
    read: () => readStored(place, draft),
    keep: (kept) => store(place, { ...kept, at: new Date().toISOString() }),
    discard: () => forget(place),
  }
}

/** Drafts that nobody came back for go after a month. */
export function discardOldDrafts(now = Date.now()): void {
  const dated = z.object({ at: z.string() })
  for (const name of storedNames(start)) {
    const at = Date.parse(readStored(name, dated)?.at ?? '')
    if (!(now - at < daysKept * 86_400_000)) forget(name)
  }
}
