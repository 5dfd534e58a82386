import type { TestProject } from 'vitest/node'
import { demoFolder, startDemonstration } from './demonstration.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The demonstration that all specs share; what they change in it they have made there. */
    demonstration: { readonly port: number; readonly webApiPort: number }
  }
}

/** Starts the demonstration from an empty folder, once for all specs. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { data, remove } = demoFolder()
  const { port, webApiPort, end } = await startDemonstration(data)
  project.provide('demonstration', { port, webApiPort })
  return async () => {
    const ending = await end('SIGINT')
    remove()
    if (ending !== 0) throw new Error(`The demonstration ended with ${ending}.`)
  }
}
