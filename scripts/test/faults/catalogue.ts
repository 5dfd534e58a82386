import { rights } from './areas/rights.ts'
import { sessions } from './areas/sessions.ts'
import type { Fault } from './fault.ts'

/** One fault or more for every guarantee of the product, and faults that it had. */
export const faults: readonly Fault[] = [...rights, ...sessions]
