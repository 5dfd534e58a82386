import { inject } from 'vitest'

interface Ports {
  readonly port: number
  readonly webApiPort: number
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker. */
    demonstrations: readonly Ports[]
  }
}

/**
 * Where the demonstration of this worker answers. No other spec uses it meanwhile; those before it did, so that whatever
 * a spec changes in it, it has made there.
 */
export function ourDemonstration(): Ports {
  const worker = Number(process.env.VITEST_POOL_ID)
  const ours = inject('demonstrations')[worker - 1]
  if (!ours) throw new Error(`Worker ${worker} has no demonstration.`)
  return ours
}
