import { z } from 'zod'
import { databaseId, optionalText, trimmedText } from './fields.ts'
import { texts } from './named-fields.ts'
import { notices } from './notices.ts'
import { rollOutChoice } from './roll-out-choice.ts'

/** One object that a write adds, changes or deletes, with its complete documents. */
export const affectedObject = z.object({
  ...texts('tenant', 'kind', 'name'),
  action: z.enum(['add', 'change', 'delete']),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})

/**
 * The number of affected objects of one tenant, kind and action, and the cursor of those that are not listed yet. Objects that
 * a roll-out changes `later` are counted only.
 */
export const affectedGroup = affectedObject
  .pick({ tenant: true, kind: true, action: true })
  .extend({ count: z.number().int(), next: z.string().nullable(), later: z.boolean().optional() })

/**
 * The response to a write with `?dry_run=true`: the number of affected objects, a sample of them, the notices of the real
 * call, and in `info` what the write means for objects that it does not change. With the `next` of a group as `cursor`, it lists the next objects of that group only. `preview` identifies the
 * effects: a call that repeats it in the header `If-Preview-Match` is refused with 412 if its effects are different.
 */
export const dryRun = z.object({
  preview: z.string(),
  changes: z.array(affectedObject),
  groups: z.array(affectedGroup),
  notices,
})

export type AffectedObject = z.output<typeof affectedObject>
export type AffectedGroup = z.output<typeof affectedGroup>
export type DryRun = z.output<typeof dryRun>

const options = {
  dry_run: z.stringbool().optional(),
  /** The `next` of a group in an earlier dry run: list the objects that follow. */
  cursor: optionalText(200).optional(),
  /** The version that is restored; stored with the new version. */
  restored_from: databaseId().optional(),
  /** The deleted object that an add restores, and whose history the new one continues. */
  restored_object: databaseId().optional(),
  /** The user's comment on the change; stored with the version. */
  remark: trimmedText(500).optional(),
  /** Save it although the tenant changes such objects by change requests only; the remark says why. For superusers, if the rule permits. */
  past_rule: z.stringbool().optional(),
}

// A request for more of a preview must never perform the write.
const isOnlyForDryRuns = ({
  cursor,
  dry_run,
}: {
  readonly cursor?: string | undefined
  readonly dry_run?: boolean | undefined
}) => cursor === undefined || dry_run === true
const onlyForDryRuns = { path: ['cursor'], message: 'Only a dry run can have a cursor' }

const hasRestoredVersion = ({
  restored_from,
  restored_object,
}: {
  readonly restored_from?: number | undefined
  readonly restored_object?: number | undefined
}) => restored_object === undefined || restored_from !== undefined
const onlyWithVersion = { path: ['restored_object'], message: 'Only with a version (restored_from)' }

/** The query parameters of every write. */
export const writeQuery = z
  .strictObject(options)
  .refine(isOnlyForDryRuns, onlyForDryRuns)
  .refine(hasRestoredVersion, onlyWithVersion)

/** The query parameters of a write that many tenants follow. */
export const rollOutQuery = z
  .strictObject({ ...options, ...rollOutChoice })
  .refine(isOnlyForDryRuns, onlyForDryRuns)
  .refine(hasRestoredVersion, onlyWithVersion)
  .refine(({ tenants_now, others_due }) => others_due === undefined || tenants_now !== undefined, {
    path: ['others_due'],
    message: 'Only with chosen tenants (tenants_now)',
  })

export type WriteQuery = z.output<typeof rollOutQuery>
