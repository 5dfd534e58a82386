import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { Recover } from '#kit/intents/recovery.ts'
import type { Context } from '#request/context.ts'
import type { Document } from '#request/recording.ts'
import type { Comparison } from './differences.ts'

interface Chosen {
  /** The id of the object in the Web API. */
  readonly apiid: string
}

/** An object in both stores, as documents of its kind; null in a store that does not have it. */
interface BothDocuments {
  readonly console: Document | null
  readonly webApi: Document | null
  /** Identifies both states; a write has to repeat it. */
  readonly guard: string
}

/**
 * How differences of one kind between the two stores are found and removed. Reads never write. Every write is recorded with
 * the state that it replaced. All functions throw `upstream_failed` if the Web API does not answer.
 */
export interface Reconciliation {
  readonly compare: (ctx: Context) => Promise<Comparison>
  /** Throws `not_found` if neither store has the object. */
  readonly read: (ctx: Context, apiid: string) => Promise<BothDocuments>
  /**
   * Stores the object as the Web API has it. Throws `invalid_input` if it violates a rule of the console, or if the console
   * has it with another name.
   */
  readonly adopt: (ctx: Context, chosen: Chosen & { readonly groupname?: string | undefined }) => Promise<Notices>
  /** Sends the object to the Web API as the console has it; it gets a new id if the Web API does not have it. */
  readonly send: (ctx: Context, chosen: Chosen) => Promise<Notices>
  /** Deletes an object that only the Web API has. Throws `in_use` if others refer to it, or if the console has it. */
  readonly discard: (ctx: Context, chosen: Chosen) => Promise<Notices>
  /** Ends an interrupted `discard`. */
  readonly recoverDiscard: Recover
}

/** The kind of the intents of `discard`: its object is not in the database. */
export const discardIntent = (kind: string): string => `${kind}.discard`
