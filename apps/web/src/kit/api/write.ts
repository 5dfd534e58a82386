import type { CallInput } from '@quatrain/contract/kit/calls.ts'
import { type DryRun, dryRun, type WriteQuery } from '@quatrain/contract/kit/dry-run.ts'
import type { CallOf, Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { type Notices, notices } from '@quatrain/contract/kit/notices.ts'
import { z } from 'zod'
import { callFor } from './call.ts'

/** Options of a write besides its body. */
export interface WriteOptions {
  /** The version of the object that was read. Absent for a new object. */
  readonly ifMatch?: string | undefined
  /** The digest of the preview that the user confirmed. */
  readonly ifPreviewMatch?: string | undefined
  /** Which objects a dry run returns, if more are requested. */
  readonly cursor?: string | undefined
  /** The number of the version that is restored. */
  readonly restoredFrom?: number | undefined
  /** The id of the deleted object that an add restores. */
  readonly restoredObject?: number | undefined
  readonly remark?: string | undefined
  /** Whether a superuser saves it although such objects are changed by change requests only. */
  readonly pastRule?: boolean | undefined
  /** Which tenants follow a change of the catalogue now; all if it is undefined. */
  readonly rollOut?: RollOutChoice | undefined
}

/** The tenants that follow as soon as possible, and when the others do; never by themselves if `othersDue` is undefined. */
export interface RollOutChoice {
  readonly tenantsNow: readonly string[]
  readonly othersDue: string | undefined
}

/** The result of a write. */
export interface WriteResult {
  readonly notices: Notices
  /** The stored object; undefined after a delete. */
  readonly record: Readonly<Record<string, unknown>>
  /** The version that the object has now. */
  readonly etag: string | undefined
}

/** A prepared write: it can be previewed and then performed. */
export interface Write {
  readonly preview: (options: WriteOptions) => Promise<DryRun>
  readonly send: (options: WriteOptions) => Promise<WriteResult>
  readonly endpoint: Endpoint
  /** What it sends besides headers. */
  readonly inputOf: (options: WriteOptions) => CallInput
  /** The write that undoes it, if that is neither a write of the previous values nor a delete of the added object. */
  readonly reverse?: (result: WriteResult) => Write
}

/** The write of one endpoint with one input. */
export function writeOf<E extends Endpoint>(endpoint: E, input: Omit<CallOf<E>, 'query'>): Write {
  const inputOf = (options: WriteOptions, isDryRun = false) => ({ ...input, query: queryOf(options, isDryRun) })
  return {
    endpoint,
    inputOf,
    preview: async (options) => (await callFor(dryRun, endpoint, inputOf(options, true), options)).answer,
    send: async (options) => {
      const stored = anyNotices.refine((answer) => z.safeParse(endpoint.answer, answer).success)
      const { answer, etag } = await callFor(stored, endpoint, inputOf(options), options)
      return { notices: notices.parse(answer), record: answer, etag }
    },
  }
}

/** An object with the notices of the write. */
const anyNotices = notices.loose()

const queryOf = (
  { cursor, restoredFrom, restoredObject, remark, pastRule, rollOut }: WriteOptions,
  isDryRun: boolean,
): Record<keyof WriteQuery, unknown> => ({
  dry_run: isDryRun ? 'true' : undefined,
  cursor: isDryRun ? cursor : undefined,
  restored_from: restoredFrom,
  restored_object: restoredObject,
  remark: remark === '' ? undefined : remark,
  past_rule: pastRule && !isDryRun ? 'true' : undefined,
  tenants_now: rollOut?.tenantsNow,
  others_due: rollOut?.othersDue,
})

/** The write with its secret in this field of the stored object removed and shown once: nothing keeps it after that. */
export const showingSecret = (write: Write, field: string, show: (name: string, secret: string) => void): Write => ({
  ...write,
  async send(options) {
    const written = await write.send(options)
    const { [field]: secret, ...record } = written.record
    show(String(record.name), String(secret))
    return { ...written, record }
  },
})
