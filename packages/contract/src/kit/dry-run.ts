import { z } from 'zod'
import { databaseId, optionalText, trimmedText } from './fields.ts'
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

/** What a write would do to the objects of one kind in one tenant, and the cursor of those that are not told yet. */
const touchedGroup = touchedObject
  .pick({ tenant: true, kind: true, action: true })
  .extend({ count: z.number().int(), next: z.string().nullable() })

/**
 * The answer to a write asked with `?dry_run=true`: how much it would touch, the objects themselves as far as they are
 * few, and the texts it would answer with. Asked again with the `next` of a group as `cursor`, it tells the next objects
 * of that group and nothing of the others; `If-Preview-Match` then refuses with 412 when they are not the same any more.
 * `preview` stands for the state this was computed from: a real call that repeats it in the header
 * `If-Preview-Match` is refused with 412 when it would touch anything else.
 */
export const dryRun = z.object({
  preview: z.string(),
  changes: z.array(touchedObject),
  groups: z.array(touchedGroup),
  notices,
})

export type TouchedObject = z.output<typeof touchedObject>
export type TouchedGroup = z.output<typeof touchedGroup>
export type DryRun = z.output<typeof dryRun>

/** What every write of a resource accepts beside its body. */
export const writeQuery = z
  .strictObject({
    dry_run: z.stringbool().optional(),
    /** Which objects a dry run tells: those that follow in the group that this came with. */
    cursor: optionalText(200).optional(),
    /** The version whose document is being saved again; the new version says so. */
    restored_from: databaseId().optional(),
    /** The person's own words about the change; kept with the version. */
    remark: trimmedText(500).optional(),
  })
  // Whoever asks for more of what a write would do must not find it done.
  .refine(({ cursor, dry_run }) => cursor === undefined || dry_run === true, {
    path: ['cursor'],
    message: 'Only a dry run has a cursor',
  })

export type WriteQuery = z.output<typeof writeQuery>
