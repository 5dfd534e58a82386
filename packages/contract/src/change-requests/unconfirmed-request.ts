// Apart from the other schemas of change requests, because the session has it, which every page loads first.
import { z } from 'zod'
import { moment } from '../kit/fields.ts'
import { texts } from '../kit/named-fields.ts'

/** An applied request that waits until somebody confirms it. */
export const unconfirmed = {
  /** When it is taken back unless it is confirmed before; null if nobody has to confirm it. */
  confirm_by: moment().nullable(),
  /** Why it could not be taken back then; otherwise empty. With a time in `confirm_by`, it is tried again then. */
  revert_problem: z.string(),
}

/** What the user can confirm or have taken back. */
export const unconfirmedRequest = z.object({ id: z.int(), ...texts('title'), ...unconfirmed })
export type UnconfirmedRequest = z.output<typeof unconfirmedRequest>
