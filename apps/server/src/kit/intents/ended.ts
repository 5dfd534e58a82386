import { channel } from 'node:diagnostics_channel'

/**
 * - done: stored in both stores
 * - refused: nothing was written, for example because a rule of the console or the Web API refused it, or the Web API was
 *   unreachable
 * - undone: the Web API had it, the console's database did not take it, and it was taken back at once
 * - unfinished: recovery has to end it, because an outcome is unknown
 */
export const writeOutcomes = ['done', 'refused', 'undone', 'unfinished'] as const

/** A write to both stores whose request has ended. */
export interface EndedWrite {
  readonly kind: string
  readonly outcome: (typeof writeOutcomes)[number]
}

/** Receives an `EndedWrite` for each write to both stores, except dry runs. */
export const endedWrites = channel('quatrain.two-store-writes')

/**
 * - done: the write, or the delivery, was completed or undone
 * - given up: it cannot be completed, and is not tried again
 * - failed: it will be tried again
 */
export const recoveryOutcomes = ['done', 'given up', 'failed'] as const

/** One attempt of recovery to end a write to both stores, or to make a delivery. */
export interface EndedRecovery {
  /** That of the intent. */
  readonly kind: string
  readonly outcome: (typeof recoveryOutcomes)[number]
}

/** Receives an `EndedRecovery` for each attempt. */
export const endedRecoveries = channel('quatrain.recoveries')
