import { z } from 'zod'
import { moment, objectReference, uniqueRows } from './fields.ts'

// The choice which tenants follow a change of the catalogue as soon as possible, and when the others follow it.

/** What one address can contain. The page of a roll-out runs any number of its jobs. */
export const maxTenantsNow = 100

const message = `At most ${maxTenantsNow} tenants can be chosen`

const name = objectReference(500)

/** The parameter is repeated for each tenant. */
const tenantsNow = z
  .union([
    z
      .array(name)
      .max(maxTenantsNow, message)
      .superRefine(uniqueRows((name) => name, 'Duplicated')),
    name,
  ])
  .transform((input) => (typeof input === 'string' ? [input] : input))

/** The query parameters of a write that many tenants follow, besides those of every write. */
export const rollOutChoice = {
  /** The tenants that follow as soon as possible. Without it, all do; with it, each tenant follows by a job. */
  tenants_now: tenantsNow.optional(),
  /** When the other tenants follow. Without it, they are paused until somebody runs their jobs. */
  others_due: moment().optional(),
}

/** The number of days after which tenants follow, unless another time is chosen. */
export const usualDelayDays = 7

const maxDelayDays = 365

/** Returns why tenants cannot follow at this time, which is ISO 8601; undefined if they can. */
export function problemOfDue(due: string, now: Date): string | undefined {
  if (!moment().safeParse(due).success) return 'Required'
  const wait = Date.parse(due) - now.getTime()
  if (wait <= 0) return 'Must be in the future'
  return wait > maxDelayDays * 86_400_000 ? `Must be within ${maxDelayDays} days` : undefined
}
