import { inject } from 'vitest'

interface Ports {
  readonly port: number
  readonly webApiPort: number
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker. */
    demonstrations: readonly Ports[]
    /** The folder of a demonstration that was stopped, to be copied. */
    filledDemonstration: string
  }
}

/**
 * The address of this worker's demonstration. Specs use it one after the other, so a spec changes only objects that it
 * added.
 */
export function ourDemonstration(): Ports {
  const worker = Number(process.env.VITEST_POOL_ID)
  const ours = inject('demonstrations')[worker - 1]
  if (!ours) throw new Error(`Worker ${worker} has no demonstration.`)
  return ours
}
