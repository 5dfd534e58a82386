import { z } from 'zod'
import { databaseId, trimmedText } from './fields.ts'
import { notices } from './notices.ts'

/** One object that a write would add, change or remove, or did; documents are complete. */
export const touchedObject = z.object({
  tenant: z.string(),
  kind: z.string(),
  name: z.string(),
  action: z.enum(['add', 'change', 'delete']),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})

/**
 * The answer to a write asked with `?dry_run=true`: everything it would touch, and the texts it would answer with.
 * `preview` stands for the state this was computed from: a real call that repeats it in the header
 * `If-Preview-Match` is refused with 412 when it would touch anything else.
 */
export const dryRun = z.object({ preview: z.string(), changes: z.array(touchedObject), notices })

export type TouchedObject = z.output<typeof touchedObject>
export type DryRun = z.output<typeof dryRun>

/** What every write of a resource accepts beside its body. */
export const writeQuery = z.strictObject({
  dry_run: z.stringbool().optional(),
  /** The version whose document is being saved again; the new version says so. */
  restored_from: databaseId().optional(),
  /** The person's own words about the change; kept with the version. */
  remark: trimmedText(500).optional(),
})

export type WriteQuery = z.output<typeof writeQuery>
