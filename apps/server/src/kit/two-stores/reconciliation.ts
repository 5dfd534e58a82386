import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { Recover } from '#kit/intents/recovery.ts'
import type { Context } from '#request/context.ts'
import type { Document } from '#request/recording.ts'
import type { Comparison } from './differences.ts'

interface Chosen {
  /** The id of the object in the Web API. */
  readonly apiid: string
}

/** What a write replaced, which its undo restores. */
export interface Replaced {
  readonly action: 'adopt' | 'send' | 'discard'
  /** The id that the object has in the Web API after the write. */
  readonly apiid: string
  /** The object as the store had it before, if the write changed it there; null if that store did not have it. */
  readonly console: object | null
  readonly webApi: object | null
}

/** The result of a write: it can be undone as long as both stores have the states that `guard` identifies. */
export interface Reconciled {
  readonly notices: Notices
  readonly undo?: { readonly replaced: Replaced; readonly guard: string }
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
  readonly adopt: (ctx: Context, chosen: Chosen & { readonly groupname?: string | undefined }) => Promise<Reconciled>
  /** Sends the object to the Web API as the console has it; it gets a new id if the Web API does not have it. */
  readonly send: (ctx: Context, chosen: Chosen) => Promise<Reconciled>
  /** Deletes an object that only the Web API has. Throws `in_use` if others refer to it, or if the console has it. */
  readonly discard: (ctx: Context, chosen: Chosen) => Promise<Reconciled>
  /**
   * Restores what one of these writes replaced; an object that was deleted from the Web API gets another id. Throws
   * `stale_version` if one of the stores has changed since, and the errors of a write of the restored state.
   */
  readonly undo: (ctx: Context, replaced: Replaced) => Promise<Notices>
  /** Ends an interrupted `discard`, or its undo. */
  readonly recoverDiscard: Recover
}

/** The kind of the intents of `discard` and of its undo: their objects are not in the database. */
export const discardIntent = (kind: string): string => `${kind}.discard`
