import { type DryRun, dryRun, type WriteQuery } from '@quatrain/contract/kit/dry-run.ts'
import type { CallOf, Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { type Notices, notices } from '@quatrain/contract/kit/notices.ts'
import { z } from 'zod'
import { callFor } from './call.ts'

/** What a write says beside its body. */
export interface WriteOptions {
  /** The version of the object that was seen. Nothing for an object that does not exist yet. */
  readonly ifMatch?: string | undefined
  /** What the person was told that the write would touch. */
  readonly ifPreviewMatch?: string | undefined
  /** Which objects a dry run tells, where more are asked for. */
  readonly cursor?: string | undefined
  readonly restoredFrom?: number | undefined
  readonly remark?: string | undefined
}

/** What a write has done. */
export interface WriteResult {
  readonly notices: Notices
  /** The object as it is stored now; empty after a delete. */
  readonly record: Readonly<Record<string, unknown>>
  /** The version that the object has now. */
  readonly etag: string | undefined
}

/** A write that is ready to be made: it can be asked what it would do, and then be done. */
export interface Write {
  readonly preview: (options: WriteOptions) => Promise<DryRun>
  readonly send: (options: WriteOptions) => Promise<WriteResult>
}

/** The write of one endpoint with one input. */
export function writeOf<E extends Endpoint>(endpoint: E, input: Omit<CallOf<E>, 'query'>): Write {
  return {
    preview: async (options) =>
      (await callFor(dryRun, endpoint, { ...input, query: queryOf(options, true) }, options)).answer,
    send: async (options) => {
      const stored = anything.refine((answer) => z.safeParse(endpoint.answer, answer).success)
      const { answer, etag } = await callFor(stored, endpoint, { ...input, query: queryOf(options, false) }, options)
      return { notices: notices.parse(answer), record: answer, etag }
    },
  }
}

/** An object with what the write did beside itself. */
const anything = notices.loose()

const queryOf = (
  { cursor, restoredFrom, remark }: WriteOptions,
  isDryRun: boolean,
): Record<keyof WriteQuery, unknown> => ({
  dry_run: isDryRun ? 'true' : undefined,
  cursor: isDryRun ? cursor : undefined,
  restored_from: restoredFrom,
  remark: remark === '' ? undefined : remark,
})
