// What the steps of a roll-out hand over to each other. Its data is in two tables of the transaction:
// `former_versions`, filled by the first step and read by the others, and those of the recorder (`temporary.ts`).
import type { RawBuilder } from 'kysely'

/** Ids of the tenants that a change of the catalogue concerns. */
export interface ConcernedTenants {
  /** The tenants that follow in the transaction of the change, which holds their write locks. */
  readonly now: readonly number[]
  /** The tenants that follow by jobs. */
  readonly later: readonly number[]
}

/** What is rolled out, and to whom. */
export interface Step {
  /** A query of the versions: their `id`, and their content and label of the probe before (`was`, `was_for`) and now. */
  readonly versions: RawBuilder<unknown>
  /** A query of the ids of the tenants. */
  readonly tenants: RawBuilder<unknown>
  /** The id of the roll-out, under which values of removed keys are kept; undefined if nothing is stored. */
  readonly rollOut?: number | undefined
}
